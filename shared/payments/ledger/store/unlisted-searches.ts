import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb'
import * as z from 'zod'
import { type Mode, modes } from '../../../kernel/mode.ts'
import { baseUnits, moment } from '../../../kernel/store/codecs.ts'
import { indexKeys } from '../../../kernel/store/index-keys.ts'
import { type Query, queryAll, startingWith } from '../../../kernel/store/query.ts'
import { firstRows } from '../../../kernel/store/query-shards.ts'
import { shardKey } from '../../../kernel/store/shards.ts'
import type { Table } from '../../../kernel/store/table.ts'
import type { Write } from '../../../kernel/store/transact.ts'
import { readRows } from '../../../kernel/store/unreadable-rows.ts'
import { storeItem } from '../../../kernel/store/writes.ts'
import type { CheckoutSession } from '../../checkout-sessions/rules/checkout-session.ts'
import { sessionKeys } from '../../checkout-sessions/store/keys.ts'
import { lastScanAt } from '../rules/closed-tiers.ts'
import type { UnlistedSearch } from '../rules/unlisted-search.ts'
import { ledgerKeys } from './keys.ts'

const searchCodec = z.lazy(() =>
  z.object({
    mode: z.enum(modes),
    sessionId: z.string(),
    shard: z.int().optional(),
    address: z.string(),
    chainId: z.int(),
    createdAt: moment,
    version: z.int(),
    throughBlock: baseUnits.nullable().default(null),
    nextBlock: baseUnits.nullable().default(null),
    unreadable: z.array(z.string()).default([]),
    failures: z.int().default(0),
    isAlone: z.boolean().default(false),
    dueAt: moment.nullable().default(null),
    untilAt: moment,
  }),
)

type SessionKey = { mode: Mode; sessionId: string }

/** The searches for a session's address, one per chain (consistent). */
export function loadUnlistedSearches(
  table: Table,
  { mode, sessionId }: SessionKey,
): Promise<UnlistedSearch[]> {
  const { pk } = sessionKeys.session(mode, sessionId)
  return queryAll(table, { partition: pk, range: startingWith('unlisted-search#') }, searchCodec)
}

/** The search of a chain that nobody has searched yet. */
export function newUnlistedSearch(
  session: CheckoutSession,
  chainId: number,
  now: Date,
): UnlistedSearch {
  return {
    mode: session.mode,
    sessionId: session.id,
    shard: session.shard,
    address: session.address,
    chainId,
    createdAt: session.createdAt,
    version: 0,
    throughBlock: null,
    nextBlock: null,
    unreadable: [],
    failures: 0,
    isAlone: false,
    dueAt: null,
    untilAt: lastScanAt(now),
  }
}

/** The write that makes the search of a chain due, from where the last one ended. */
export function unlistedSearchDue(session: CheckoutSession, chainId: number, at: Date): Write {
  const { mode, id: sessionId, shard, address, createdAt } = session
  const values = {
    mode,
    sessionId,
    ...(shard && { shard }),
    address,
    chainId,
    createdAt: createdAt.toISOString(),
    untilAt: lastScanAt(at).toISOString(),
    ...dueValues({ mode, sessionId, shard, chainId }, at),
  }
  const names = Object.keys(values)
  return {
    Update: {
      Key: ledgerKeys.unlistedSearch(mode, sessionId, chainId),
      UpdateExpression: `SET ${names.map((name) => `#${name} = :${name}`).join(', ')} ADD #version :one`,
      ExpressionAttributeNames: Object.fromEntries(
        [...names, 'version'].map((name) => [`#${name}`, name]),
      ),
      ExpressionAttributeValues: Object.fromEntries([
        ...Object.entries(values).map(([name, value]) => [`:${name}`, value]),
        [':one', 1],
      ]),
    },
  }
}

type Place = Pick<UnlistedSearch, 'mode' | 'sessionId' | 'shard' | 'chainId'>

function dueValues({ mode, sessionId, shard, chainId }: Place, at: Date) {
  const dueAt = at.toISOString()
  const duePk = shardKey(indexKeys.dueSearches(mode), shard)
  return { dueAt, duePk, dueSk: `${dueAt}#${sessionId}#${chainId}` }
}

/** The searches of a mode that are due, the oldest first. Eventually consistent. */
export async function dueUnlistedSearches(
  table: Table,
  mode: Mode,
  { now, limit, onUnreadable }: { now: Date; limit: number } & Pick<Query, 'onUnreadable'>,
): Promise<UnlistedSearch[]> {
  const range = { from: '0', to: `${now.toISOString()}#~` }
  const query = { index: 'due', partition: indexKeys.dueSearches(mode), range } as const
  const { rows } = await firstRows(table, query, limit)
  return readRows(rows, searchCodec, onUnreadable)
}

/** Saves the result of a search, unless it has changed since: then it stays due, and is repeated. */
export async function saveUnlistedSearch(
  table: Table,
  search: UnlistedSearch,
  { version: from }: Pick<UnlistedSearch, 'version'>,
): Promise<void> {
  const { mode, sessionId, chainId, dueAt } = search
  const item = {
    ...ledgerKeys.unlistedSearch(mode, sessionId, chainId),
    ...z.encode(searchCodec, {
      ...search,
      unreadable: [...search.unreadable],
      version: from + 1,
    }),
    ...(dueAt && dueValues(search, dueAt)),
  }
  const isExpected = from === 0 ? 'attribute_not_exists(pk)' : '#version = :expected'
  const condition = {
    ConditionExpression: isExpected,
    ...(from > 0 && {
      ExpressionAttributeNames: { '#version': 'version' },
      ExpressionAttributeValues: { ':expected': from },
    }),
  }
  try {
    await storeItem(table, item, condition)
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error
  }
}
