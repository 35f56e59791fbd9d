import type { Mode } from '../mode.ts'
import type { SpreadPartition } from './shards.ts'

/** The primary key of an item. The mode comes first, unless a lookup has to find the mode. */
export type Key = { pk: string; sk: string }

/** The key of an item that is in one of the partition's shards. */
export type SpreadKey = { partition: SpreadPartition; sk: string }

export type CounterName = 'derivation' | 'webhook-endpoints'

/** Keys of what no subject owns alone; each has the others in its `store/keys.ts`. */
export const keys = {
  auditEntry: (mode: Mode, id: string): Key => ({ pk: `${mode}#audit`, sk: id }),
  counter: (mode: Mode, name: CounterName): Key => ({
    pk: `${mode}#counter#${name}`,
    sk: 'counter',
  }),
  settings: (mode: Mode): Key => ({ pk: `${mode}#settings`, sk: 'settings' }),
} as const
