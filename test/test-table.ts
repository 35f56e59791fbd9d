import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { onTestFinished } from 'vitest'
import { startDynamodb } from '../infra/local/aws/dynamodb/start-dynamodb.ts'
import { createTableIfMissing } from '../infra/local/aws/table.ts'
import { testCaller } from '../infra/local/aws/test-data-dir.ts'
import type { Table } from '../shared/store/table.ts'

/** An empty table of the service's schema that goes away with the test. */
export async function testTable(): Promise<Table> {
  const { table, stop } = await startTestTable()
  onTestFinished(stop)
  return table
}

/** The same for a whole file of tests, which stops it in the end. */
export async function startTestTable(): Promise<{ table: Table; stop: () => Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'quittance-'))
  const dynamodb = await startDynamodb({ dataDir, port: 0 })
  const client = new DynamoDBClient({ ...testCaller, endpoint: dynamodb.url })
  await createTableIfMissing(client, 'quittance')
  return {
    table: { client: DynamoDBDocumentClient.from(client), name: 'quittance' },
    async stop() {
      client.destroy()
      await dynamodb.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
