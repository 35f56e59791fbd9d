import { expect } from 'vitest'
import type { Page } from '../../../shared/kernel/page.ts'
import type { indexKeys } from '../../../shared/kernel/store/index-keys.ts'
import type { SpreadPartition } from '../../../shared/kernel/store/shards.ts'
import type { Table } from '../../../shared/kernel/store/table.ts'
import type { Write } from '../../../shared/kernel/store/transact.ts'
import type { wordPartitions } from '../../../shared/kernel/store/words.ts'
import type { sessionPartitions } from '../../../shared/payments/checkout-sessions/store/keys.ts'
import type { ledgerPartitions } from '../../../shared/payments/ledger/store/keys.ts'
import type { customerPartitions } from '../../../shared/records/customers/store/keys.ts'

type SpreadNameOf<Keys> = {
  [Name in keyof Keys]: Keys[Name] extends (...args: never[]) => SpreadPartition ? Name : never
}[keyof Keys]

/** The partitions that have shards. */
export type SpreadName =
  | SpreadNameOf<typeof indexKeys>
  | SpreadNameOf<typeof sessionPartitions>
  | SpreadNameOf<typeof ledgerPartitions>
  | SpreadNameOf<typeof customerPartitions>
  | SpreadNameOf<typeof wordPartitions>

/** An item that a reader should show, or leave out if it `isOther`. */
export type Place = {
  /** Items of the same second have the same time, but no item has the `number` of another. */
  second: number
  number: number
  isOther: boolean
  /** Among how many it is placed. */
  shards: number
}

export type Added = {
  /** The key of the entry, as the reader shows it. */
  key: string
  /** Where that is in its order. */
  place: string
  writes: Write[]
  /** Writes to make later, which leave it where it is. */
  changes?: Write[]
}

export type Walk = {
  /** The table of the process that reads the next page. */
  table: () => Table
  /** The most rows of a page. */
  limit: number
}

/** Something that reads a partition with shards page by page. */
export type ShardReader = {
  shows: string
  order: 'newest first' | 'oldest first'
  /** Whether it shows the other items, too. */
  showsAll?: boolean
  add: (place: Place) => Added
  pages: (walk: Walk) => AsyncGenerator<string[]>
}

type CursorPage = { keys: string[]; next: string | null }

/** The pages of a reader that continues after a cursor, whichever process reads the next one. */
export function byCursor(
  read: (table: Table, at: { limit: number; cursor: string | undefined }) => Promise<CursorPage>,
): ShardReader['pages'] {
  return async function* ({ table, limit }) {
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const { keys, next }: CursorPage = await read(table(), { limit, cursor })
      expect(keys.length).toBeLessThanOrEqual(limit)
      yield keys
      cursor = next
    }
  }
}

/** The page of a list of things with ids. */
export function idsOf({ items, nextCursor }: Page<{ id: string }>): CursorPage {
  return { keys: items.map(({ id }) => id), next: nextCursor }
}

/** The pages of a reader that begins once and goes through to the end. */
export function inOneGo<Item>(
  read: (table: Table, limit: number) => AsyncGenerator<Item[]>,
  keyOf: (item: Item) => string,
): ShardReader['pages'] {
  return async function* ({ table, limit }) {
    for await (const page of read(table(), limit)) yield page.map(keyOf)
  }
}

/** The pages of a reader of the first rows, who asks for more and more of them. */
export function byLimit(
  read: (table: Table, limit: number) => Promise<string[]>,
): ShardReader['pages'] {
  return async function* ({ table, limit }) {
    const seen = new Set<string>()
    for (let wanted = limit; ; wanted += limit) {
      const keys = await read(table(), wanted)
      yield keys.filter((key) => !seen.has(key))
      for (const key of keys) seen.add(key)
      if (keys.length < wanted) return
    }
  }
}
