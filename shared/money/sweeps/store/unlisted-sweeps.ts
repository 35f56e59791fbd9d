import * as z from 'zod'
import { type Mode, modes } from '../../../kernel/mode.ts'
import { baseUnits, moment } from '../../../kernel/store/codecs.ts'
import { type Query, queryAll, startingWith } from '../../../kernel/store/query.ts'
import { readItem } from '../../../kernel/store/read-item.ts'
import type { Table } from '../../../kernel/store/table.ts'
import type { Write } from '../../../kernel/store/transact.ts'
import { upsert } from '../../../kernel/store/writes.ts'
import { sweepKeys, type UnlistedMoney } from './keys.ts'

const request = z.object({
  mode: z.enum(modes),
  chainId: z.int(),
  tokenAddress: z.string(),
  sessionId: z.string(),
  address: z.string(),
  derivationIndex: z.int(),
  symbol: z.string(),
  decimals: z.int(),
  /** The maximum cost of all its transactions together, in the native coin. */
  gasCapBase: baseUnits,
  requestedAt: moment,
})

/** An operator's order to sweep a token that the registry doesn't list from one address. */
export type UnlistedRequest = z.output<typeof request>

const keptSeconds = 30 * 86_400

/** The write that records it, for the function that can sign. It replaces an earlier one of the same money. */
export function unlistedRequestWrite(wanted: UnlistedRequest): Write {
  const { mode, requestedAt } = wanted
  const ttl = Math.floor(requestedAt.getTime() / 1000) + keptSeconds
  const key = sweepKeys.unlistedRequest(mode, wanted)
  return upsert({ ...key, ...z.encode(request, wanted), ttl })
}

/** The orders of a chain (consistent), the carried out ones included. */
export function loadUnlistedRequests(
  table: Table,
  { mode, chainId, ...reading }: { mode: Mode; chainId: number } & Pick<Query, 'onUnreadable'>,
): Promise<UnlistedRequest[]> {
  const { pk, sk } = sweepKeys.unlistedRequest(mode, { chainId, sessionId: '', tokenAddress: '' })
  const range = startingWith(sk.replace(/#+$/, '#'))
  return queryAll(table, { partition: pk, range, ...reading }, request)
}

const progress = z.object({
  /** Identifies the order: a newer one has progress of its own. */
  requestedAt: moment,
  sweepIds: z.array(z.string()).readonly(),
  endedAt: moment.nullable(),
})

export type UnlistedProgress = z.output<typeof progress>

/** Empty if the order is newer than the stored progress. */
export async function loadUnlistedProgress(
  table: Table,
  wanted: Pick<UnlistedRequest, keyof UnlistedMoney | 'mode' | 'requestedAt'>,
): Promise<UnlistedProgress> {
  const { mode, requestedAt } = wanted
  const stored = await readItem(table, sweepKeys.unlistedProgress(mode, wanted), progress)
  const isOfThis = stored?.requestedAt.getTime() === requestedAt.getTime()
  return isOfThis ? stored : { requestedAt, sweepIds: [], endedAt: null }
}

export function unlistedProgressWrite(wanted: UnlistedRequest, done: UnlistedProgress): Write {
  const ttl = Math.floor(wanted.requestedAt.getTime() / 1000) + 2 * keptSeconds
  const key = sweepKeys.unlistedProgress(wanted.mode, wanted)
  return upsert({ ...key, ...z.encode(progress, done), ttl })
}
