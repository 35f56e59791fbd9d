import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DeleteTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { startDynamodb } from '../infra/local/aws/dynamodb/start-dynamodb.ts'
import { startKms } from '../infra/local/aws/kms/start-kms.ts'
import { createTableIfMissing } from '../infra/local/aws/table.ts'
import { testCaller } from '../infra/local/aws/test-data-dir.ts'
import { kmsPurposes } from '../shared/kernel/operation/touches.ts'
import type { Table } from '../shared/kernel/store/table.ts'
import { dynamodbUrl, setSdkVariables } from './config.ts'

const { accessKeyId, secretAccessKey } = testCaller.credentials

/** Where nothing listens. */
export const nowhere = 'http://127.0.0.1:9'

export type LocalAws = {
  newTable: () => Promise<Table>
  /** Deletes a table from a service that outlives the process. */
  dropTable: (table: Table) => Promise<void>
  keyId: string
  /** What leads the AWS SDK to them; this process's own clients find them already. */
  variables: Readonly<Record<string, string>>
}

let started: Promise<LocalAws> | undefined

/** DynamoDB and KMS for all tests of this process, in memory unless a DynamoDB is named; no other service is reached. */
export function localAws(): Promise<LocalAws> {
  started ??= start()
  return started
}

async function start(): Promise<LocalAws> {
  const [url, kms] = await Promise.all([dynamodbUrl ?? startOwnDynamodb(), startTestKms()])
  const variables = {
    AWS_REGION: testCaller.region,
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
    AWS_MAX_ATTEMPTS: '1',
    AWS_ENDPOINT_URL: nowhere,
    AWS_ENDPOINT_URL_DYNAMODB: url,
    AWS_ENDPOINT_URL_KMS: kms.url,
  }
  setSdkVariables(variables)
  const client = new DynamoDBClient({ ...testCaller, endpoint: url })
  const documents = DynamoDBDocumentClient.from(client)
  return {
    newTable: async () => {
      const name = `quittance-${randomUUID()}`
      await createTableIfMissing(client, name)
      return { client: documents, name }
    },
    dropTable: async ({ name }) => {
      if (dynamodbUrl) await client.send(new DeleteTableCommand({ TableName: name }))
    },
    keyId: kms.keyId,
    variables,
  }
}

async function startOwnDynamodb(): Promise<string> {
  const { url } = await startDynamodb({ port: 0 })
  return url
}

async function startTestKms() {
  const dataDir = await mkdtemp(join(tmpdir(), 'quittance-'))
  const test = { secretAccessKey, name: 'test', encrypts: kmsPurposes, decrypts: kmsPurposes }
  const kms = await startKms({ dataDir, port: 0, callers: new Map([[accessKeyId, test]]) })
  // It has read its key by now.
  await rm(dataDir, { recursive: true })
  return kms
}
