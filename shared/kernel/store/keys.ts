import type { Mode } from '../mode.ts'
import { type SpreadPartition, spread } from './shards.ts'

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
  /** Marks that a record of a kind has a word: by the word's first two characters, then by all of it. */
  word: (mode: Mode, kind: string, word: string, id: string): SpreadKey => ({
    partition: spread(mode, `words#${kind}#${word.slice(0, 2)}`),
    sk: `${word}#${id}`,
  }),
  settings: (mode: Mode): Key => ({ pk: `${mode}#settings`, sk: 'settings' }),
} as const
