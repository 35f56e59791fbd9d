import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { repositoryRoot } from '../infra/build/repository-root.ts'
import { modeQueues } from '../infra/function-row.ts'
import { openDynamodb } from '../infra/local/aws/dynamodb/open-dynamodb.ts'
import { startDynamodb } from '../infra/local/aws/dynamodb/start-dynamodb.ts'
import { startKms } from '../infra/local/aws/kms/start-kms.ts'
import { startSqs } from '../infra/local/aws/sqs/start-sqs.ts'
import { startStepFunctions } from '../infra/local/aws/step-functions/start-step-functions.ts'
import { createTableIfMissing } from '../infra/local/aws/table.ts'
import { kmsPurposes, machineNames } from '../shared/kernel/operation/touches.ts'
import type { Table } from '../shared/kernel/store/table.ts'
import { inProcess } from '../test/in-process.ts'

const tableName = 'quittance'
const credentials = { accessKeyId: 'bench', secretAccessKey: 'bench' }
const region = 'us-east-1'

export type LocalServices = {
  /** The environment of every function, which points to them. */
  environment: Record<string, string>
  stop: () => Promise<void>
}

/** The services that functions use, empty, with separate data. */
export async function startLocalServices(): Promise<LocalServices> {
  const dataDir = await mkdtemp(join(tmpdir(), 'quittance-bench-'))
  const { accessKeyId, secretAccessKey } = credentials
  const caller = { secretAccessKey, name: 'bench', encrypts: kmsPurposes, decrypts: kmsPurposes }
  const [dynamodb, sqs, kms, sfn] = await Promise.all([
    startDynamodb({ dataDir, port: 0 }),
    startSqs({ dataDir, port: 0, queues: modeQueues }),
    startKms({ dataDir, port: 0, callers: new Map([[accessKeyId, caller]]) }),
    startMachines(dataDir),
  ])
  const client = new DynamoDBClient({ region, credentials, endpoint: dynamodb.url })
  await createTableIfMissing(client, tableName)
  client.destroy()
  return {
    environment: {
      AWS_REGION: region,
      AWS_ACCESS_KEY_ID: accessKeyId,
      AWS_SECRET_ACCESS_KEY: secretAccessKey,
      AWS_ENDPOINT_URL_DYNAMODB: dynamodb.url,
      AWS_ENDPOINT_URL_SQS: sqs.url,
      AWS_ENDPOINT_URL_KMS: kms.url,
      AWS_ENDPOINT_URL_SFN: sfn.url,
      TABLE_NAME: tableName,
      SCANS_LIVE_QUEUE_URL: sqs.queueUrl('scans-live'),
      SCANS_TEST_QUEUE_URL: sqs.queueUrl('scans-test'),
      WEBHOOK_DELIVERIES_LIVE_QUEUE_URL: sqs.queueUrl('webhook-deliveries-live'),
      WEBHOOK_DELIVERIES_TEST_QUEUE_URL: sqs.queueUrl('webhook-deliveries-test'),
      SESSION_TIMER_ARN: sfn.machineArn('session-timer'),
      PAYMENT_CONFIRMATION_ARN: sfn.machineArn('payment-confirmation'),
      KMS_KEY_ID: kms.keyId,
      RATE_LIMIT_PER_MINUTE: '1000000',
    },
    stop: async () => {
      await Promise.all([dynamodb.close(), sqs.close(), kms.close(), sfn.close()])
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

export async function memoryTable(): Promise<{ table: Table; stop: () => Promise<void> }> {
  const dynamodb = await openDynamodb({ path: undefined, now: () => new Date() })
  const client = new DynamoDBClient({ region, credentials, requestHandler: inProcess(dynamodb) })
  await createTableIfMissing(client, tableName)
  return {
    table: { client: DynamoDBDocumentClient.from(client), name: tableName },
    stop: dynamodb.close,
  }
}

export async function localTable(): Promise<{ table: Table; stop: () => Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'quittance-bench-'))
  const dynamodb = await startDynamodb({ dataDir, port: 0 })
  const client = new DynamoDBClient({ region, credentials, endpoint: dynamodb.url })
  await createTableIfMissing(client, tableName)
  return {
    table: { client: DynamoDBDocumentClient.from(client), name: tableName },
    stop: async () => {
      client.destroy()
      await dynamodb.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** State machines whose timers end long after the bench. */
async function startMachines(dataDir: string) {
  const texts = machineNames.map(async (name) => {
    const path = join(repositoryRoot, 'infra/machines', `${name}.asl.json`)
    return [name, await readFile(path, 'utf8')] as const
  })
  return startStepFunctions({
    dataDir,
    port: 0,
    machines: Object.fromEntries(await Promise.all(texts)),
    invoke: async () => ({}),
    now: () => new Date(),
  })
}
