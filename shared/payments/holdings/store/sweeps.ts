import * as z from 'zod'
import { idRange } from '../../../kernel/id-range.ts'
import { type Mode, modes } from '../../../kernel/mode.ts'
import type { Page } from '../../../kernel/page.ts'
import { baseUnits, innerMap, moment } from '../../../kernel/store/codecs.ts'
import { indexKeys } from '../../../kernel/store/index-keys.ts'
import { listPage } from '../../../kernel/store/list-page.ts'
import { type Query, queryAll } from '../../../kernel/store/query.ts'
import { readItem } from '../../../kernel/store/read-item.ts'
import type { Table } from '../../../kernel/store/table.ts'
import type { Write } from '../../../kernel/store/transact.ts'
import { readRow } from '../../../kernel/store/unreadable-rows.ts'
import { addition, replacement, upsert } from '../../../kernel/store/writes.ts'
import { isActive, type Sweep, sweepKinds, sweepStatuses } from '../rules/sweep.ts'
import { holdingKeys } from './keys.ts'

const item = innerMap({
  sessionId: z.string(),
  address: z.string(),
  derivationIndex: z.int(),
  amountBase: baseUnits,
  authorizationNonce: z.string().nullable(),
  movedBase: baseUnits.nullable(),
  failure: z.string().nullable(),
})

const attempt = innerMap({
  hash: z.string(),
  recipient: z.string(),
  maxFeePerGas: baseUnits,
  maxPriorityFeePerGas: baseUnits,
  valueBase: baseUnits,
  isCancellation: z.boolean().default(false),
  signedAt: moment,
})

const words = innerMap({
  name: z.string(),
  values: z.record(z.string(), z.union([z.string(), z.number()])),
})

const sweepCodec = z.object({
  id: z.string(),
  mode: z.enum(modes),
  chainId: z.int(),
  kind: z.enum(sweepKinds),
  version: z.int(),
  status: z.enum(sweepStatuses),
  sender: z.string(),
  nonce: z.int(),
  recipient: z.string(),
  symbol: z.string(),
  tokenAddress: z.string().nullable(),
  decimals: z.int(),
  items: z.array(item).readonly(),
  gas: baseUnits,
  ceilingPerGas: baseUnits,
  capBase: baseUnits.nullable().default(null),
  validBefore: moment.nullable(),
  attempts: z.array(attempt).readonly(),
  mined: innerMap({ hash: z.string(), blockNumber: baseUnits, blockHash: z.string() }).nullable(),
  feeBase: baseUnits.nullable(),
  problem: z.string().nullable(),
  problemWords: words.nullable().default(null),
  cancelReason: z.string().nullable().default(null),
  cancelWords: words.nullable().default(null),
  announcedAt: moment.nullable().default(null),
  createdAt: moment,
  sentAt: moment.nullable(),
  finalAt: moment.nullable(),
  recheckAt: moment.nullable().default(null),
})

/** The write that adds a planned sweep; its condition fails if the id is taken. */
export function sweepCreation(sweep: Sweep): Write {
  return addition(toItem(sweep))
}

/** The write that replaces version `from` of a sweep; its condition fails if another run was first. */
export function sweepReplacement(sweep: Sweep, from: number): Write {
  return replacement(toItem(sweep), from)
}

/** The write that stores the latest signed transaction of a sweep, before it is sent. */
export function transactionWrite({ mode, id }: Sweep, raw: `0x${string}`): Write {
  return upsert({ ...holdingKeys.sweepTransaction(mode, id), raw })
}

const transaction = z.object({ raw: z.templateLiteral(['0x', z.string()]) })

/** The latest signed transaction (consistent), or undefined before the first. */
export async function loadTransaction(
  table: Table,
  { mode, id }: Pick<Sweep, 'mode' | 'id'>,
): Promise<`0x${string}` | undefined> {
  return (await readItem(table, holdingKeys.sweepTransaction(mode, id), transaction))?.raw
}

/** Undefined if there is none (consistent). */
export function loadSweep(table: Table, mode: Mode, id: string): Promise<Sweep | undefined> {
  return readItem(table, holdingKeys.sweep(mode, id), sweepCodec)
}

type OfChain = { mode: Mode; chainId: number } & Pick<Query, 'onUnreadable'>

/** The sweeps of a chain that are not final, in the order in which they were planned. Eventually consistent. */
export function activeSweeps(
  table: Table,
  { mode, chainId, ...reading }: OfChain,
): Promise<Sweep[]> {
  const partition = indexKeys.dueSweeps(mode, chainId)
  return queryAll(table, { index: 'due', partition, ...reading }, sweepCodec)
}

/** Sweeps of a chain that have ended and are to be compared with it by then, or ever. Eventually consistent. */
export function endedSweeps(
  table: Table,
  { mode, chainId, before, ...reading }: OfChain & { before?: Date },
): Promise<Sweep[]> {
  const partition = indexKeys.endedSweeps(mode, chainId)
  const range = { from: '0', to: before ? `${before.toISOString()}~` : '~' }
  return queryAll(table, { index: 'due', partition, range, ...reading }, sweepCodec)
}

/** Sweeps of a mode, the newest first, from below `before`. Eventually consistent. */
export function pageSweeps(
  table: Table,
  mode: Mode,
  { limit, before }: { limit: number; before?: string | undefined },
): Promise<Page<Sweep>> {
  const range = idRange('sweep', { before })
  const query = { index: 'list', partition: indexKeys.sweeps(mode), range, limit } as const
  return listPage(table, query, (row) => readRow(row, sweepCodec))
}

function toItem(sweep: Sweep) {
  const { mode, id, mined, attempts } = sweep
  const hash = mined?.hash ?? attempts.at(-1)?.hash
  return {
    ...holdingKeys.sweep(mode, id),
    ...z.encode(sweepCodec, sweep),
    listPk: indexKeys.sweeps(mode),
    listSk: id,
    ...(hash && { parentPk: indexKeys.transaction(mode, hash) }),
    ...dueKeys(sweep),
  }
}

function dueKeys(sweep: Sweep): { duePk: string; dueSk: string } | undefined {
  const { mode, id, chainId, recheckAt } = sweep
  if (isActive(sweep)) return { duePk: indexKeys.dueSweeps(mode, chainId), dueSk: id }
  if (!recheckAt) return undefined
  const dueSk = `${recheckAt.toISOString()}#${id}`
  return { duePk: indexKeys.endedSweeps(mode, chainId), dueSk }
}
