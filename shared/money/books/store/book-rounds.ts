import * as z from 'zod'
import type { Mode } from '../../../kernel/mode.ts'
import { innerMap, moment } from '../../../kernel/store/codecs.ts'
import { queryAll, startingWith } from '../../../kernel/store/query.ts'
import { readItem } from '../../../kernel/store/read-item.ts'
import type { Table } from '../../../kernel/store/table.ts'
import type { Write } from '../../../kernel/store/transact.ts'
import { storeItem, upsert } from '../../../kernel/store/writes.ts'
import { type BookOrder, type BookRounds, roundKinds, roundPhases } from '../rules/round.ts'
import { bookKeys } from './keys.ts'

const period = { kind: z.enum(roundKinds), from: moment, to: moment, startedAt: moment }

const audited = innerMap({ ...period, finishedAt: moment, audited: z.int() })

const roundsCodec = z.object({
  chainId: z.int(),
  round: innerMap({
    ...period,
    phase: z.enum(roundPhases),
    cursor: z.string().nullable(),
    audited: z.int(),
  }).nullable(),
  daily: audited.nullable(),
  ordered: audited.nullable(),
  problem: z.string().nullable(),
})

/** The rounds of every chain of a mode that has had one (consistent). */
export function loadRounds(table: Table, mode: Mode): Promise<BookRounds[]> {
  const { pk: partition, sk } = bookKeys.bookRounds(mode, '')
  return queryAll(table, { partition, range: startingWith(sk) }, roundsCodec)
}

/** Saves how far a chain's rounds have come. Two concurrent runs may repeat work, and change nothing by that. */
export async function saveRounds(table: Table, mode: Mode, rounds: BookRounds): Promise<void> {
  await storeItem(table, {
    ...bookKeys.bookRounds(mode, rounds.chainId),
    ...z.encode(roundsCodec, rounds),
  })
}

const orderCodec = z.object({ requestedAt: moment, from: moment, to: moment })

/** The write that records an operator's order to compare every session of a period with the chains. */
export function bookOrderWrite(mode: Mode, order: BookOrder): Write {
  return upsert({ ...bookKeys.bookOrder(mode), ...z.encode(orderCodec, order) })
}

/** The latest order of a mode (consistent), or undefined. */
export function loadBookOrder(table: Table, mode: Mode): Promise<BookOrder | undefined> {
  return readItem(table, bookKeys.bookOrder(mode), orderCodec)
}
