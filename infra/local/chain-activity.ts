import { type DynamoDBClient, QueryCommand } from '@aws-sdk/client-dynamodb'
import { type Mode, modes } from '../../shared/kernel/mode.ts'
import { indexKeys } from '../../shared/kernel/store/keys.ts'

/** Returns whether any session is open or its payment undecided. The chains must then keep producing blocks. */
export async function hasOpenSessions(client: DynamoDBClient, tableName: string): Promise<boolean> {
  const counts = await Promise.all(modes.map((mode) => openSession(client, tableName, mode)))
  return counts.some((count) => count > 0)
}

/** Returns 0 or 1. */
async function openSession(client: DynamoDBClient, tableName: string, mode: Mode): Promise<number> {
  const { Count = 0 } = await client.send(
    new QueryCommand({
      TableName: tableName,
      IndexName: 'due',
      Select: 'COUNT',
      Limit: 1,
      KeyConditionExpression: 'duePk = :due',
      ExpressionAttributeValues: { ':due': { S: indexKeys.dueSessions(mode) } },
    }),
  )
  return Count
}
