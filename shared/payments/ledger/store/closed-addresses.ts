import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb'
import { UpdateCommand, type UpdateCommandInput } from '@aws-sdk/lib-dynamodb'
import * as z from 'zod'
import { invariant } from '../../../kernel/invariant.ts'
import type { Mode } from '../../../kernel/mode.ts'
import { baseUnits, moment } from '../../../kernel/store/codecs.ts'
import type { Query } from '../../../kernel/store/query.ts'
import { firstRows } from '../../../kernel/store/query-shards.ts'
import { shardKey } from '../../../kernel/store/shards.ts'
import type { Table } from '../../../kernel/store/table.ts'
import type { Write } from '../../../kernel/store/transact.ts'
import { readRows } from '../../../kernel/store/unreadable-rows.ts'
import { upsert } from '../../../kernel/store/writes.ts'
import type { CheckoutSession } from '../../checkout-sessions/rules/checkout-session.ts'
import { lastScanAt } from '../rules/closed-tiers.ts'
import { ledgerKeys, ledgerPartitions } from './keys.ts'

/** Everything a round needs to know about a closed session with an unchanged balance. Small, since there are many. */
const row = z.lazy(() =>
  z.object({
    pk: z.string(),
    sk: z.string(),
    sessionId: z.string(),
    address: z.string(),
    closedAt: moment,
    /** The chain of the session's current terms. */
    chainId: z.int(),
    /** Whether money was recorded for it, or may have been, so that a reorg may still change it. */
    hadMoney: z.boolean(),
    /** By chain id and token (or `native`), the balances at the last check; missing entries are zero. */
    held: z.record(z.string(), z.record(z.string(), baseUnits)).default({}),
    /** Ids of the chains whose money has holdings, so that it is swept. Sessions closed before there were any have none. */
    holdingsNoted: z.set(z.string()).default(new Set()),
    /** By chain id, the number of checks that failed in a row. */
    failing: z.record(z.string(), z.object({ count: z.int(), retryAt: moment })).default({}),
  }),
)

export type ClosedAddress = Omit<z.output<typeof row>, 'sk'> & { mode: Mode; cursor: string }

const dayMs = 86_400_000

/** The write for the transaction that closes a session, so that its address is scanned in rounds from then on. */
export function closedAddressCreation(session: CheckoutSession): Write {
  const { mode, id: sessionId, shard, address, closedAt } = session
  const { firstSeenAt, otherTerms, lock } = session
  invariant(closedAt, 'only a closed session has a closed address')
  const { partition, sk } = ledgerKeys.closedAddress(mode, closedAt, sessionId)
  const Item = {
    pk: shardKey(partition, shard),
    sk,
    sessionId,
    address,
    closedAt: closedAt.toISOString(),
    chainId: lock.chainId,
    hadMoney: firstSeenAt !== null || otherTerms.length > 0,
    held: {},
    holdingsNoted: undefined,
    failing: {},
    ttl: Math.floor((lastScanAt(closedAt).getTime() + dayMs) / 1000),
  }
  return upsert(Item)
}

type PageOf = {
  mode: Mode
  /** Hours of closing, both included. */
  from: string
  to: string
  /** The end of the previous page; null at the beginning. */
  cursor: string | null
  limit: number
} & Pick<Query, 'onUnreadable'>

export type ClosedPage = {
  rows: ClosedAddress[]
  /** The cursor of the last one, also if it can't be read; null if the page has none. */
  end: string | null
  isLast: boolean
}

/** A page of closed addresses by their hour of closing, and whether more follow. Eventually consistent. */
export async function closedAddresses(
  table: Table,
  { mode, from, to, cursor, limit, onUnreadable }: PageOf,
): Promise<ClosedPage> {
  const range = { from: cursor ? `${cursor}!` : from, to: `${to}#~` }
  const query = { partition: ledgerPartitions.closedAddresses(mode), range, stale: true }
  const page = await firstRows(table, query, limit)
  const read = readRows(page.rows, row, onUnreadable)
  const rows = read.map(({ sk, ...rest }) => ({ ...rest, mode, cursor: sk }))
  const last = page.rows.at(-1)
  return { rows, end: last ? String(last['sk']) : null, isLast: page.isLast }
}

/** Saves the balances of an address on a chain, after it was checked and its holdings were recorded. */
export function saveHeld(
  table: Table,
  address: ClosedAddress,
  { chainId, held }: { chainId: number; held: Readonly<Record<string, bigint>> },
): Promise<void> {
  const encoded = Object.entries(held).map(([token, base]) => [token, String(base)])
  return update(table, address, {
    UpdateExpression: 'SET held.#chain = :held REMOVE failing.#chain ADD holdingsNoted :chain',
    ExpressionAttributeNames: { '#chain': String(chainId) },
    ExpressionAttributeValues: {
      ':held': Object.fromEntries(encoded),
      ':chain': new Set([String(chainId)]),
    },
  })
}

/** Records that an address could not be checked on a chain. */
export function saveFailing(
  table: Table,
  address: ClosedAddress,
  { chainId, count, retryAt }: { chainId: number; count: number; retryAt: Date },
): Promise<void> {
  return update(table, address, {
    UpdateExpression: 'SET failing.#chain = :failing',
    ExpressionAttributeNames: { '#chain': String(chainId) },
    ExpressionAttributeValues: { ':failing': { count, retryAt: retryAt.toISOString() } },
  })
}

/** Ignores a row that has already been deleted by its TTL. */
async function update(
  { client, name }: Table,
  { pk, cursor }: ClosedAddress,
  change: Pick<
    UpdateCommandInput,
    'UpdateExpression' | 'ExpressionAttributeNames' | 'ExpressionAttributeValues'
  >,
): Promise<void> {
  const Key = { pk, sk: cursor }
  const ConditionExpression = 'attribute_exists(pk)'
  try {
    await client.send(new UpdateCommand({ TableName: name, Key, ConditionExpression, ...change }))
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error
  }
}
