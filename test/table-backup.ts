import { DeleteCommand, PutCommand, paginateScan } from '@aws-sdk/lib-dynamodb'
import type { Table } from '../shared/kernel/store/table.ts'

type Item = Record<string, unknown>

/** Everything in the table, to restore it later. */
export async function backUp({ client, name: TableName }: Table): Promise<Item[]> {
  const pages = await Array.fromAsync(paginateScan({ client }, { TableName, ConsistentRead: true }))
  return pages.flatMap(({ Items = [] }) => Items)
}

/** Makes the table what it was. */
export async function restoreBackup(table: Table, items: readonly Item[]): Promise<void> {
  const { client, name: TableName } = table
  for (const { pk, sk } of await backUp(table)) {
    await client.send(new DeleteCommand({ TableName, Key: { pk, sk } }))
  }
  for (const Item of items) await client.send(new PutCommand({ TableName, Item }))
}
