import { randomUUID } from 'node:crypto'
import {
  DeleteTableCommand,
  DynamoDBClient,
  ResourceNotFoundException,
} from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { onTestFinished } from 'vitest'
import { createTableIfMissing } from '../infra/local/aws/table.ts'
import { testCaller } from '../infra/local/aws/test-data-dir.ts'
import type { Table } from '../shared/kernel/store/table.ts'
import { dynamodbUrl } from './config.ts'
import { inProcess } from './in-process.ts'
import { memoryDynamodb } from './memory-dynamodb.ts'

/** One for all tests of a process: each has a table of its own there. */
const service =
  dynamodbUrl === undefined
    ? { requestHandler: inProcess(memoryDynamodb), signer: { sign: unsigned } }
    : { endpoint: dynamodbUrl }

/** Nobody checks the signatures of requests that stay in the process, and to make them is a tenth of the work. */
async function unsigned<Request>(request: Request): Promise<Request> {
  return request
}

/** An empty table with the service's schema, until the test ends. */
export async function testTable(): Promise<Table> {
  const { table, stop } = await startTestTable()
  onTestFinished(stop)
  return table
}

/** For a file of tests, which has to stop it. */
export async function startTestTable(): Promise<{ table: Table; stop: () => Promise<void> }> {
  const client = new DynamoDBClient({ ...testCaller, ...service })
  const name = `quittance-${randomUUID()}`
  await createTableIfMissing(client, name)
  return {
    table: { client: DynamoDBDocumentClient.from(client), name },
    stop: async () => {
      await client.send(new DeleteTableCommand({ TableName: name })).catch(ignoreMissing)
      client.destroy()
    },
  }
}

/** Some tests delete their table to see what happens. */
function ignoreMissing(error: unknown): void {
  if (!(error instanceof ResourceNotFoundException)) throw error
}
