import * as z from 'zod'
import { type Mode, modes } from '../../../kernel/mode.ts'
import { baseUnits, describing, innerMap, moment } from '../../../kernel/store/codecs.ts'
import { indexKeys } from '../../../kernel/store/index-keys.ts'
import { type Query, queryAll, startingWith } from '../../../kernel/store/query.ts'
import { firstRows, spreadPages } from '../../../kernel/store/query-shards.ts'
import { readItem } from '../../../kernel/store/read-item.ts'
import { shardKey } from '../../../kernel/store/shards.ts'
import type { Table } from '../../../kernel/store/table.ts'
import { transact, type Write } from '../../../kernel/store/transact.ts'
import { readRows } from '../../../kernel/store/unreadable-rows.ts'
import { addition, replacement } from '../../../kernel/store/writes.ts'
import { assetKey, type Holding, waitingReasons } from '../rules/holding.ts'
import { holdingKeys } from './keys.ts'

const zero = baseUnits.default(0n)

const holdingCodec = z.object({
  mode: z.enum(modes),
  sessionId: z.string(),
  shard: z.int().optional(),
  address: z.string(),
  derivationIndex: z.int(),
  chainId: z.int(),
  symbol: z.string(),
  tokenAddress: z.string().nullable(),
  decimals: z.int(),
  version: z.int(),
  dueSince: moment.nullable().default(null),
  checkAt: moment.nullable().default(null),
  sweepId: z.string().nullable().default(null),
  balanceBase: zero,
  readAtBlock: zero,
  receivedBase: zero,
  sweptBase: zero,
  feeBase: zero,
  gasBase: zero,
  missingBase: zero,
  sweepCount: z.int().default(0),
  waiting: innerMap({
    reason: describing(waitingReasons),
    since: moment,
    details: z.string().nullable(),
  })
    .nullable()
    .default(null),
  failed: innerMap({
    cause: z.string(),
    count: z.int(),
    ranOutOf: baseUnits.nullable(),
    isRefused: z.boolean(),
  })
    .nullable()
    .default(null),
})

type Reading = Pick<Query, 'onUnreadable'>

/** An asset at the address of a session. */
export type HeldAsset = Pick<
  Holding,
  | 'mode'
  | 'sessionId'
  | 'shard'
  | 'address'
  | 'derivationIndex'
  | 'chainId'
  | 'symbol'
  | 'tokenAddress'
  | 'decimals'
>

/**
 * The write that marks money as due for a sweep. It belongs into the transaction that records the money. If a sweep is
 * under way, it counts as a change of the holding, so that money that just arrived stays due.
 */
export function holdingDue(asset: HeldAsset, now: Date): Write {
  const at = now.toISOString()
  const values = { ...asset, ...listKeys(asset), ...dueKeys(asset, now), checkAt: at }
  const names = Object.keys(values)
  return {
    Update: {
      Key: holdingKeys.holding(asset.mode, asset.sessionId, assetKey(asset)),
      UpdateExpression: `SET ${names.map((name) => `#${name} = :${name}`).join(', ')}, #dueSince = if_not_exists(#dueSince, :checkAt) ADD #version :one`,
      ExpressionAttributeNames: Object.fromEntries(
        [...names, 'dueSince', 'version'].map((name) => [`#${name}`, name]),
      ),
      ExpressionAttributeValues: Object.fromEntries([
        ...Object.entries(values).map(([name, value]) => [`:${name}`, value]),
        [':one', 1],
      ]),
    },
  }
}

/** The write that replaces version `from` of a holding (0: adds it); its condition fails if it changed meanwhile. */
export function holdingWrite(holding: Holding, from: number): Write {
  const { mode, sessionId, dueSince, checkAt } = holding
  const { dueSince: since, ...encoded } = z.encode(holdingCodec, holding)
  const item = {
    ...holdingKeys.holding(mode, sessionId, assetKey(holding)),
    ...encoded,
    ...listKeys(holding),
    // Without the attribute, `holdingDue` sets it.
    dueSince: dueSince ? since : undefined,
    ...(checkAt && dueKeys(holding, checkAt)),
  }
  return from === 0 ? addition(item) : replacement(item, from)
}

function listKeys(asset: HeldAsset) {
  const listSk = holdingCursor(asset)
  return { listPk: shardKey(indexKeys.holdings(asset.mode), asset.shard), listSk }
}

/** Its place in the list of all holdings. */
export function holdingCursor(asset: HeldAsset): string {
  return `${assetKey(asset)}#${asset.sessionId}`
}

function dueKeys(asset: HeldAsset, checkAt: Date) {
  const dueSk = `${checkAt.toISOString()}#${asset.sessionId}#${assetKey(asset)}`
  const duePk = shardKey(indexKeys.dueHoldings(asset.mode, asset.chainId), asset.shard)
  return { duePk, dueSk }
}

/** Undefined if there is none (consistent). */
export function loadHolding(
  table: Table,
  { mode, sessionId, ...asset }: Pick<Holding, 'mode' | 'sessionId' | 'chainId' | 'tokenAddress'>,
): Promise<Holding | undefined> {
  return readItem(table, holdingKeys.holding(mode, sessionId, assetKey(asset)), holdingCodec)
}

type OfSession = Pick<Holding, 'mode' | 'sessionId'> & { chainId?: number } & Reading

/** Every asset at one session's address (consistent), by default of all chains. */
export function loadHoldings(
  table: Table,
  { mode, sessionId, chainId, ...reading }: OfSession,
): Promise<Holding[]> {
  const { pk, sk } = holdingKeys.holding(
    mode,
    sessionId,
    chainId === undefined ? '' : `${chainId}#`,
  )
  return queryAll(table, { partition: pk, range: startingWith(sk), ...reading }, holdingCodec)
}

type DueQuery = { mode: Mode; chainId: number; before: Date | null; pageSize: number } & Reading

/** Pages of a chain's holdings with something to sweep that are to be checked by then, or all. Eventually consistent. */
export function dueHoldings(
  table: Table,
  { mode, chainId, before, ...reading }: DueQuery,
): AsyncGenerator<Holding[]> {
  return spreadPages(table, { ...dueQuery({ mode, chainId, before }), ...reading }, holdingCodec)
}

/** Whether a chain has a holding that is to be checked by then. Eventually consistent. */
export async function hasDueHoldings(
  table: Table,
  due: { mode: Mode; chainId: number; before: Date },
): Promise<boolean> {
  const { rows } = await firstRows(table, { ...dueQuery(due), asIndexed: true }, 1)
  return rows.length > 0
}

/** The first of all that has something to sweep on a chain. Eventually consistent. */
export async function firstDueHoldings(
  table: Table,
  { mode, chainId, limit }: Pick<Holding, 'mode' | 'chainId'> & { limit: number },
): Promise<{ holdings: Holding[]; isLast: boolean }> {
  const query = dueQuery({ mode, chainId, before: null })
  const { rows, isLast } = await firstRows(table, query, limit)
  return { holdings: readRows(rows, holdingCodec), isLast }
}

/** A page of the holdings with something to sweep on a chain, after the end of the page before. */
export async function pageDueHoldings(
  table: Table,
  { after, limit, ...of }: Pick<Holding, 'mode' | 'chainId'> & Omit<HoldingPage, 'chainId'>,
): Promise<{ holdings: Holding[]; next: string | null }> {
  const all = dueQuery({ ...of, before: null })
  const query = { ...all, range: { ...all.range, ...(after && { from: `${after}!` }) } }
  const { rows, isLast } = await firstRows(table, query, limit)
  const next = isLast ? null : z.string().parse(rows.at(-1)?.['dueSk'])
  return { holdings: readRows(rows, holdingCodec), next }
}

function dueQuery({ mode, chainId, before }: Pick<DueQuery, 'mode' | 'chainId' | 'before'>) {
  const partition = indexKeys.dueHoldings(mode, chainId)
  const range = { from: '0', to: before ? `${before.toISOString()}~` : '~' }
  return { index: 'due', partition, range } as const
}

/** Pages of all holdings of a mode, by chain and asset. Eventually consistent. */
export function allHoldings(table: Table, mode: Mode): AsyncGenerator<Holding[]> {
  const query = { index: 'list', partition: indexKeys.holdings(mode) } as const
  return spreadPages(table, query, holdingCodec)
}

type HoldingPage = Reading & {
  limit: number
  after?: string | undefined
  /** All chains by default. */
  chainId?: number
}

/** A page of them, after the holding at which the page before ended. */
export async function pageHoldings(
  table: Table,
  mode: Mode,
  { limit, after, chainId, onUnreadable }: HoldingPage,
): Promise<{ holdings: Holding[]; next: string | null }> {
  const partition = indexKeys.holdings(mode)
  const of = chainId === undefined ? { from: '0', to: '~' } : startingWith(`${chainId}#`)
  const range = { ...of, ...(after && { from: `${after}!` }) }
  const query = { index: 'list', partition, range } as const
  const { rows, isLast } = await firstRows(table, query, limit)
  const last = isLast ? null : z.string().parse(rows.at(-1)?.['listSk'])
  return { holdings: readRows(rows, holdingCodec, onUnreadable), next: last }
}

/** Stores what changed of a holding, unless another writer was first: then a later run reads it again. */
export async function saveHolding(table: Table, holding: Holding, before: Holding): Promise<void> {
  const { version } = before
  await transact(table, [holdingWrite({ ...holding, version: version + 1 }, version)])
}
