import { GetCommand } from '@aws-sdk/lib-dynamodb'
import type * as z from 'zod'
import type { Key } from './keys.ts'
import type { Table } from './table.ts'
import { readRow } from './unreadable-rows.ts'

/** The item with that key as last written (consistent), or undefined. Throws `UnreadableRow`. */
export function readItem<Item>(
  table: Table,
  key: Key,
  codec: z.ZodType<Item>,
): Promise<Item | undefined> {
  return read(table, { key, isConsistent: true }, codec)
}

/** An item as it was a moment ago (eventually consistent), at half the price. */
export function readStaleItem<Item>(
  table: Table,
  key: Key,
  codec: z.ZodType<Item>,
): Promise<Item | undefined> {
  return read(table, { key, isConsistent: false }, codec)
}

async function read<Item>(
  table: Table,
  { key, isConsistent }: { key: Key; isConsistent: boolean },
  codec: z.ZodType<Item>,
): Promise<Item | undefined> {
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: key, ConsistentRead: isConsistent }),
  )
  return Item && readRow(Item, codec)
}
