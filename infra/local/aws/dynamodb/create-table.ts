import type { ActionStore, Attributes, TableDescription } from './dynalite.ts'
import { runAction, validateInput } from './run-action.ts'

/**
 * dynalite stores a table as CREATING and makes it ACTIVE a moment later. A crash in between would leave an unusable
 * table, so here it is ACTIVE from its first write.
 */
export async function createTable(store: ActionStore, request: unknown): Promise<Attributes> {
  const tables = store.tableDb
  const activating: ActionStore = {
    ...store,
    tableDb: {
      ...tables,
      put: (key, table, callback) => tables.put(key, activated(table), callback),
    },
  }
  return await runAction(activating, 'CreateTable', validateInput(store, 'CreateTable', request))
}

function activated(table: TableDescription): TableDescription {
  if (!table.GlobalSecondaryIndexes) return { ...table, TableStatus: 'ACTIVE' }
  const indexes = table.GlobalSecondaryIndexes.map((index) => ({ ...index, IndexStatus: 'ACTIVE' }))
  return { ...table, TableStatus: 'ACTIVE', GlobalSecondaryIndexes: indexes }
}
