import { type DynamoDBClient, QueryCommand } from '@aws-sdk/client-dynamodb'
import { indexKeys } from '../../shared/store/keys.ts'

/** Whether any session's window is open or its payment undecided: then the chains must go on. */
export async function hasOpenSessions(client: DynamoDBClient, tableName: string): Promise<boolean> {
  const { Count = 0 } = await client.send(
    new QueryCommand({
      TableName: tableName,
      IndexName: 'due',
      Select: 'COUNT',
      Limit: 1,
      KeyConditionExpression: 'duePk = :due',
      ExpressionAttributeValues: { ':due': { S: indexKeys.dueSessions } },
    }),
  )
  return Count > 0
}
