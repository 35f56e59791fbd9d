import type { ActionStore, Attributes, TableDescription } from './dynalite.ts'
import { dynaliteDb } from './dynalite.ts'

/** Returns the item with the key in `attributes`, or undefined. */
export function itemAt(
  store: ActionStore,
  table: TableDescription,
  attributes: Attributes,
): Promise<Attributes | undefined> {
  const items = store.getItemDb(String(table['TableName']))
  return new Promise((resolve, reject) => {
    items.get(dynaliteDb.createKey(attributes, table), (error, item) => {
      if (error) reject(error)
      else resolve(item)
    })
  })
}
