import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { KMSClient } from '@aws-sdk/client-kms'
import { SQSClient } from '@aws-sdk/client-sqs'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { bundleFunctions } from '../infra/build/build-functions.ts'
import { modeQueueOf, modeQueues } from '../infra/function-row.ts'
import { workers } from '../infra/functions.ts'
import { startDynamodb } from '../infra/local/aws/dynamodb/start-dynamodb.ts'
import { startKms } from '../infra/local/aws/kms/start-kms.ts'
import { startSqs } from '../infra/local/aws/sqs/start-sqs.ts'
import { createTableIfMissing } from '../infra/local/aws/table.ts'
import { testCaller } from '../infra/local/aws/test-data-dir.ts'
import { pollQueue } from '../infra/local/events/poll-queue.ts'
import { functionEnvironment } from '../infra/local/functions/function-environment.ts'
import { createFunctionHost } from '../infra/local/functions/function-host.ts'
import { kmsPurposes } from '../shared/kernel/operation/touches.ts'
import { seal } from '../shared/kernel/sealing/seal.ts'
import type { Table } from '../shared/kernel/store/table.ts'
import { enqueueDeliveries } from '../shared/records/outbox/enqueue-deliveries.ts'
import type { WebhookDelivery } from '../shared/records/outbox/rules/webhook-delivery.ts'
import {
  type WebhookEndpoint,
  webhookSecretContext,
} from '../shared/records/outbox/rules/webhook-endpoint.ts'
import { loadDelivery } from '../shared/records/outbox/store/deliveries.ts'
import {
  aWebhookEndpoint,
  saveDelivery,
  saveEndpoint,
  webhookSecret,
} from '../test/webhook-fixture.ts'

const functionName = 'deliver-webhooks'
const tableName = 'quittance'

export type DeliveryService = {
  table: Table
  openEndpoint: (url: string) => Promise<WebhookEndpoint>
  /** Commits an event and its delivery, not yet on the queue. */
  commit: (endpoint: WebhookEndpoint) => Promise<WebhookDelivery>
  enqueue: (deliveries: readonly WebhookDelivery[]) => Promise<void>
  load: (delivery: WebhookDelivery) => Promise<WebhookDelivery | undefined>
  stop: () => Promise<void>
}

/** The part of the instance that delivers webhooks, as `npm start` runs it: bundle, thread, queue and table. */
export async function startDeliveryService(): Promise<DeliveryService> {
  const dataDir = await mkdtemp(join(tmpdir(), 'quittance-bench-'))
  const row = workers[functionName]
  await bundleFunctions({ [functionName]: row }, dataDir)
  const services = await startServices(dataDir)
  const { dynamodb, sqs, kms, sqsClient, dynamodbClient, kmsClient } = services
  const environment = functionEnvironment(functionName, row, {
    credential: testCaller.credentials,
    surroundings: {
      tableName,
      endpoints: {
        dynamodb: dynamodb.url,
        sqs: sqs.url,
        kms: kms.url,
        ssm: '',
        sfn: '',
        lambda: '',
      },
      queueUrl: sqs.queueUrl,
      functionName: (name: string) => name,
      deadLetterQueueUrl: sqs.queueUrl,
      release: '',
      machineArn: () => '',
      kmsKeyId: kms.keyId,
      seenPayoutWalletsPath: '',
      policy: { WEBHOOK_ALLOW_LOOPBACK: 'on' },
    },
  })
  const bundlePath = join(dataDir, functionName, 'index.js')
  const host = createFunctionHost(new Map([[functionName, { ...row, bundlePath, environment }]]), {
    onOutput: (_, stream) => stream.resume(),
    onFailure: (name, text) => console.error(`${name}: ${text}`),
  })
  const queueName = modeQueueOf(row.trigger.queue, 'test')
  const queueUrl = sqs.queueUrl(queueName)
  const poller = pollQueue(
    { sqs: sqsClient, invoke: host.invoke, onProblem: (text) => console.error(text) },
    { ...row.trigger, queueName, queueUrl, functionName },
  )
  const table = { client: DynamoDBDocumentClient.from(dynamodbClient), name: tableName }
  const vault = { kms: kmsClient, keyId: kms.keyId, purpose: 'app-secrets' }
  return {
    table,
    openEndpoint: async (url) => {
      const endpoint = aWebhookEndpoint({ url, at: new Date() }, randomBytes)
      const secret = await seal(vault, webhookSecret, webhookSecretContext(endpoint))
      await saveEndpoint(table, { ...endpoint, secret })
      return endpoint
    },
    commit: (endpoint) => saveDelivery(table, { endpoint, at: new Date() }, randomBytes),
    enqueue: (deliveries) =>
      enqueueDeliveries({ sqs: sqsClient, queueUrl: () => queueUrl }, deliveries),
    load: ({ mode, id }) => loadDelivery(table, mode, id),
    stop: async () => {
      await host.close()
      await poller.stop()
      await services.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function startServices(dataDir: string) {
  const { accessKeyId, secretAccessKey } = testCaller.credentials
  const caller = { secretAccessKey, name: 'bench', encrypts: kmsPurposes, decrypts: kmsPurposes }
  const dynamodb = await startDynamodb({ dataDir, port: 0 })
  const sqs = await startSqs({ dataDir, port: 0, queues: modeQueues })
  const kms = await startKms({ dataDir, port: 0, callers: new Map([[accessKeyId, caller]]) })
  const dynamodbClient = new DynamoDBClient({ ...testCaller, endpoint: dynamodb.url })
  const sqsClient = new SQSClient({ ...testCaller, endpoint: sqs.url })
  const kmsClient = new KMSClient({ ...testCaller, endpoint: kms.url })
  await createTableIfMissing(dynamodbClient, tableName)
  return {
    dynamodb,
    sqs,
    kms,
    dynamodbClient,
    sqsClient,
    kmsClient,
    close: async () => {
      for (const client of [dynamodbClient, sqsClient, kmsClient]) client.destroy()
      await Promise.all([dynamodb.close(), sqs.close(), kms.close()])
    },
  }
}
