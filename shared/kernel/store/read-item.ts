import { GetCommand } from '@aws-sdk/lib-dynamodb'
import type * as z from 'zod'
import type { Key } from './keys.ts'
import type { Table } from './table.ts'

/** The item with that key as last written (consistent), or undefined. */
export async function readItem<Item>(
  table: Table,
  key: Key,
  codec: z.ZodType<Item>,
): Promise<Item | undefined> {
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: key, ConsistentRead: true }),
  )
  return Item && codec.parse(Item)
}
