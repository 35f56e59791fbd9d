import type { ActionStore, TableDescription } from './dynalite.ts'

/** A `getTable` for one request: dynalite's actions read the description of a table before each item. */
export function readTablesOnce(store: ActionStore): ActionStore['getTable'] {
  const tables = new Map<string, TableDescription>()
  return (name, callback) => {
    const known = tables.get(name)
    if (known) return callback(null, known)
    store.getTable(name, (error, table) => {
      if (table) tables.set(name, table)
      callback(error, table)
    })
  }
}
