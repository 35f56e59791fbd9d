import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { onTestFinished } from 'vitest'
import { startDynamodb } from '../infra/local/aws/dynamodb/start-dynamodb.ts'
import { createTableIfMissing } from '../infra/local/aws/table.ts'
import { testCaller, testDataDir } from '../infra/local/aws/test-data-dir.ts'
import type { Table } from '../shared/store/table.ts'

/** An empty table of the service's schema that goes away with the test. */
export async function testTable(): Promise<Table> {
  const dynamodb = await startDynamodb({ dataDir: await testDataDir(), port: 0 })
  const client = new DynamoDBClient({ ...testCaller, endpoint: dynamodb.url })
  onTestFinished(async () => {
    client.destroy()
    await dynamodb.close()
  })
  await createTableIfMissing(client, 'quittance')
  return { client: DynamoDBDocumentClient.from(client), name: 'quittance' }
}
