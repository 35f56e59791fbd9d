import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb'
import { DeleteCommand, paginateScan } from '@aws-sdk/lib-dynamodb'
import { tableSchema } from '../../../../shared/kernel/store/schema.ts'
import type { Table } from '../../../../shared/kernel/store/table.ts'

const names = { '#ttl': tableSchema.ttlAttribute }

/** Pages are small, since they are read beside the requests of functions. */
const pageSize = 200

/**
 * Deletes the items whose time to live has passed, as DynamoDB does within a few days. Returns how many they were.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/TTL.html
 */
export async function deleteExpired({ client, name }: Table, now: Date): Promise<number> {
  const values = { ':now': Math.floor(now.getTime() / 1000) }
  const isPast = { ExpressionAttributeNames: names, ExpressionAttributeValues: values }
  const pages = paginateScan(
    { client, pageSize },
    {
      TableName: name,
      ...isPast,
      FilterExpression: '#ttl < :now',
      ProjectionExpression: 'pk, sk',
    },
  )
  let deleted = 0
  for await (const { Items = [] } of pages) {
    for (const { pk, sk } of Items) {
      const command = new DeleteCommand({
        TableName: name,
        Key: { pk, sk },
        ...isPast,
        // A function may have renewed it.
        ConditionExpression: '#ttl < :now',
      })
      deleted += await client.send(command).then(() => 1, renewed)
    }
  }
  return deleted
}

function renewed(error: unknown): 0 {
  if (error instanceof ConditionalCheckFailedException) return 0
  throw error
}
