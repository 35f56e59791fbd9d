import * as z from 'zod'
import { type Mode, modes } from '../../kernel/mode.ts'
import { baseUnits, moment } from '../../kernel/store/codecs.ts'
import { keys } from '../../kernel/store/keys.ts'
import { readItem } from '../../kernel/store/read-item.ts'
import type { Table } from '../../kernel/store/table.ts'
import type { Write } from '../../kernel/store/transact.ts'
import { upsert } from '../../kernel/store/writes.ts'

const request = z.object({
  mode: z.enum(modes),
  chainId: z.int(),
  /** The most that it may cost, in the native coin. */
  gasCapBase: baseUnits,
  requestedAt: moment,
})

/** An operator's order to deploy the contract that deposit addresses of a chain delegate to. */
export type DelegateRequest = z.output<typeof request>

const keptSeconds = 30 * 86_400

/** The write that records it, for the function that can sign. It replaces an earlier one of the chain. */
export function delegateRequestWrite(wanted: DelegateRequest): Write {
  const key = keys.delegateRequest(wanted.mode, wanted.chainId)
  return upsert({ ...key, ...z.encode(request, wanted), ttl: ttlOf(wanted) })
}

/** The chain's latest order (consistent), carried out or not. */
export function loadDelegateRequest(
  table: Table,
  mode: Mode,
  chainId: number,
): Promise<DelegateRequest | undefined> {
  return readItem(table, keys.delegateRequest(mode, chainId), request)
}

const progress = z.object({
  /** Of the order that it is about. */
  requestedAt: moment,
  sweepId: z.string().nullable(),
  endedAt: moment.nullable(),
})

/** What was done for an order. */
export type DelegateProgress = z.output<typeof progress>

/** Nothing yet, if the order is newer than what was done. */
export async function loadDelegateProgress(
  table: Table,
  { mode, chainId, requestedAt }: DelegateRequest,
): Promise<DelegateProgress> {
  const stored = await readItem(table, keys.delegateProgress(mode, chainId), progress)
  const isOfThis = stored?.requestedAt.getTime() === requestedAt.getTime()
  return isOfThis ? stored : { requestedAt, sweepId: null, endedAt: null }
}

/** The write that stores it. */
export function delegateProgressWrite(wanted: DelegateRequest, done: DelegateProgress): Write {
  const key = keys.delegateProgress(wanted.mode, wanted.chainId)
  return upsert({ ...key, ...z.encode(progress, done), ttl: ttlOf(wanted) })
}

function ttlOf({ requestedAt }: DelegateRequest): number {
  return Math.floor(requestedAt.getTime() / 1000) + keptSeconds
}
