import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'

export type Table = { client: DynamoDBDocumentClient; name: string }

/** Region, endpoint and credentials come from the SDK's own environment. */
export function openTable(name: string): Table {
  const client = new DynamoDBClient({ maxAttempts: 4 })
  return {
    client: DynamoDBDocumentClient.from(client, {
      marshallOptions: { removeUndefinedValues: true },
    }),
    name,
  }
}
