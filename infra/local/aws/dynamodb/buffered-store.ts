import { asWireError } from './as-wire-error.ts'
import type { ActionStore, Attributes, KeySpace, TableDescription } from './dynalite.ts'
import type { Journal } from './journal.ts'
import { readTablesOnce } from './read-tables-once.ts'

export type BufferedStore = {
  /** Replaces dynalite's store; what its actions write is only collected in `changes`. */
  store: ActionStore
  changes: Map<string, unknown>
}

export type BufferedStoreDeps = {
  base: ActionStore
  journal: Pick<Journal, 'read'>
}

/**
 * Creates a view of the store for one transaction. Items and index rows are read through from the journal, tables from
 * dynalite. It needs no locks: the caller holds the one lock that all writes share.
 */
export function bufferedStore({ base, journal }: BufferedStoreDeps): BufferedStore {
  const changes = new Map<string, unknown>()

  function space(prefix: string): KeySpace<Attributes> {
    const write = (key: string, value: unknown, done: () => void): void => {
      changes.set(prefix + key, value)
      done()
    }
    return {
      get: (key, callback) => {
        const found = changes.has(prefix + key)
          ? changes.get(prefix + key)
          : journal.read(prefix + key)
        callback(null, attributes(found))
      },
      put: (key, value, callback) => write(key, value, () => callback(null)),
      del: (key, callback) => write(key, undefined, () => callback(null)),
      lock: (_key, run) => run((callback) => callback),
    }
  }

  const store: ActionStore = {
    options: base.options,
    tableDb: base.tableDb,
    getTable: readTablesOnce(base),
    getItemDb: (table) => space(`item-${table}~`),
    getIndexDb: (kind, table, index) => space(`index-${kind.toLowerCase()}~${table}~${index}~`),
  }
  return { store, changes }
}

/** Returns the description of a table; rejects with AWS's ResourceNotFoundException. */
export function readTable(store: ActionStore, name: string): Promise<TableDescription> {
  return new Promise((resolve, reject) => {
    store.getTable(name, (error, table) => {
      if (table) resolve(table)
      else reject(asWireError(error))
    })
  })
}

function attributes(value: unknown): Attributes | undefined {
  return isAttributes(value) ? value : undefined
}

function isAttributes(value: unknown): value is Attributes {
  return typeof value === 'object' && value !== null
}
