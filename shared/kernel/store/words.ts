import * as z from 'zod'
import type { IdKind } from '../ids.ts'
import type { Mode } from '../mode.ts'
import { wordsOf } from '../search-words.ts'
import { keys } from './keys.ts'
import { firstRows } from './query-shards.ts'
import { shardKey, shardKeys } from './shards.ts'
import type { Table } from './table.ts'
import { transact, type Write } from './transact.ts'
import { upsert } from './writes.ts'

/** Records that are found by the beginnings of their words. */
type Worded = Extract<IdKind, 'checkoutSession' | 'customer' | 'paymentLink'>

export const wordPartitions = {
  words: (mode: Mode, kind: Worded, word: string) => keys.word(mode, kind, word, '').partition,
} as const

type Described = { mode: Mode; kind: Worded; id: string; shard?: number | undefined }

/** The writes by which something is found by each word of some texts, for the transaction that describes it. */
export function wordWrites({ mode, kind, id, shard }: Described, ...texts: string[]): Write[] {
  // A transaction writes each item once.
  return [...new Set(texts.flatMap(wordsOf))].map((word) => {
    const { partition, sk } = keys.word(mode, kind, word, id)
    return upsert({ pk: shardKey(partition, shard), sk })
  })
}

/** Removes words of a record in one shard, or in each of the first `shards` ones, if its shard isn't known. */
export async function removeWords(
  table: Table,
  { mode, kind, id, shard }: Described,
  { words, shards }: { words: Iterable<string>; shards?: number },
): Promise<void> {
  const removals = [...new Set(words)].flatMap((word) => {
    const { partition, sk } = keys.word(mode, kind, word, id)
    const all = shards === undefined ? [shardKey(partition, shard)] : shardKeys(partition, shards)
    return all.map((pk) => ({ Delete: { Key: { pk, sk } } }))
  })
  for (let start = 0; start < removals.length; start += 100) {
    await transact(table, removals.slice(start, start + 100))
  }
}

/** Maximum matches that are read for a word. */
const mostMatches = 1000

/** Sorts after every character of a word. */
const last = '\uffff'

/**
 * The ids of what has a word that begins with each word of a text, newest first, in one round trip. A beginning that
 * more have than are read doesn't narrow the result unless all are such. Eventually consistent.
 */
export async function idsWithWords(
  table: Table,
  { mode, kind, text }: { mode: Mode; kind: Worded; text: string },
  { limit }: { limit: number },
): Promise<string[]> {
  const words = wordsOf(text)
  const found = await Promise.all(words.map((word) => idsWithWord(table, { mode, kind, word })))
  const narrow = found.filter(({ isAll }) => isAll)
  const [first, ...others] = narrow.length > 0 ? narrow : found
  return [...(first?.ids ?? [])]
    .filter((id) => others.every(({ ids }) => ids.has(id)))
    .toSorted()
    .toReversed()
    .slice(0, limit)
}

const row = z.object({ sk: z.string() })

/**
 * If very many words have this beginning, returns the newest records that have the word itself, and some of the others.
 */
async function idsWithWord(
  table: Table,
  { mode, kind, word }: { mode: Mode; kind: Worded; word: string },
): Promise<{ ids: Set<string>; isAll: boolean }> {
  const partition = wordPartitions.words(mode, kind, word)
  const read = (range: { from: string; to: string }) =>
    firstRows(table, { partition, range, newestFirst: true, stale: true }, mostMatches)
  const [whole, begun] = await Promise.all([
    read({ from: `${word}#`, to: `${word}#${last}` }),
    read({ from: word, to: word + last }),
  ])
  const ids = [...whole.rows, ...begun.rows].map((each) => {
    const { sk } = row.parse(each)
    return sk.slice(sk.indexOf('#') + 1)
  })
  return { ids: new Set(ids), isAll: begun.isLast }
}
