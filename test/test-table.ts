import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DeleteTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { onTestFinished } from 'vitest'
import { startDynamodb } from '../infra/local/aws/dynamodb/start-dynamodb.ts'
import { createTableIfMissing } from '../infra/local/aws/table.ts'
import { testCaller } from '../infra/local/aws/test-data-dir.ts'
import type { Table } from '../shared/kernel/store/table.ts'
import { dynamodbUrl } from './config.ts'

/** An empty table of the service's schema that goes away with the test. */
export async function testTable(): Promise<Table> {
  const { table, stop } = await startTestTable()
  onTestFinished(stop)
  return table
}

/** The same for a whole file of tests, which stops it in the end. */
export async function startTestTable(): Promise<{ table: Table; stop: () => Promise<void> }> {
  const dynamodb = dynamodbUrl === undefined ? await ownDynamodb() : { url: dynamodbUrl }
  const client = new DynamoDBClient({ ...testCaller, endpoint: dynamodb.url })
  // Where other tests use the same service, each has a table of its own.
  const name = `quittance-${randomUUID()}`
  await createTableIfMissing(client, name)
  return {
    table: { client: DynamoDBDocumentClient.from(client), name },
    async stop() {
      if (!('close' in dynamodb)) await client.send(new DeleteTableCommand({ TableName: name }))
      client.destroy()
      if ('close' in dynamodb) await dynamodb.close()
    },
  }
}

async function ownDynamodb(): Promise<{ url: string; close: () => Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'quittance-'))
  const dynamodb = await startDynamodb({ dataDir, port: 0 })
  return {
    url: dynamodb.url,
    close: async () => {
      await dynamodb.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
