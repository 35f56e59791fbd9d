import { type AttributeValue, QueryCommand, ScanCommand } from '@aws-sdk/client-dynamodb'
import type { Key } from '../../../shared/kernel/store/keys.ts'
import type { Table } from '../../../shared/kernel/store/table.ts'
import type { Row } from './row-text.ts'

type Position = Record<string, AttributeValue>

/** Every row after one of them, or all, page by page: the order of a table stays the same. */
export async function* scanRows(
  { client, name }: Table,
  after: Key | null = null,
): AsyncGenerator<Row, undefined> {
  let from: Position | undefined = after ? { pk: { S: after.pk }, sk: { S: after.sk } } : undefined
  do {
    const page = await client.send(
      new ScanCommand({
        TableName: name,
        ConsistentRead: true,
        ...(from && { ExclusiveStartKey: from }),
      }),
    )
    yield* page.Items ?? []
    from = page.LastEvaluatedKey
  } while (from)
}

/** The rows of a partition that is less than a page. */
export async function partitionRows({ client, name }: Table, partition: string): Promise<Row[]> {
  const { Items = [] } = await client.send(
    new QueryCommand({
      TableName: name,
      ConsistentRead: true,
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': { S: partition } },
    }),
  )
  return Items
}
