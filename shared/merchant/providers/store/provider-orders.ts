import * as z from 'zod'
import { type Mode, modes } from '../../../kernel/mode.ts'
import { innerMap, moment } from '../../../kernel/store/codecs.ts'
import { indexKeys } from '../../../kernel/store/index-keys.ts'
import { type Query, queryAll, startingWith } from '../../../kernel/store/query.ts'
import { spreadPages } from '../../../kernel/store/query-shards.ts'
import { readItem } from '../../../kernel/store/read-item.ts'
import { shardKey } from '../../../kernel/store/shards.ts'
import type { Table } from '../../../kernel/store/table.ts'
import type { Write } from '../../../kernel/store/transact.ts'
import { addition, replacement } from '../../../kernel/store/writes.ts'
import {
  type ProviderName,
  providerNames,
} from '../../../records/integrations/rules/provider-name.ts'
import type { OrderReference } from '../rules/order-report.ts'
import { orderStatuses, type ProviderOrder } from '../rules/provider-order.ts'
import { providerKeys } from './keys.ts'

const page = z.lazy(() =>
  innerMap({
    url: z.string(),
    frame: innerMap({ allow: z.string(), origins: z.array(z.string()).readonly() }).nullable(),
  }),
)

const orderCodec = z.lazy(() =>
  z.object({
    id: z.string(),
    mode: z.enum(modes),
    sessionId: z.string(),
    shard: z.int().optional(),
    provider: z.enum(providerNames),
    account: z.int().default(1),
    version: z.int(),
    amount: z.string(),
    currency: z.string(),
    delivery: innerMap({
      wallet: z.string().nullable(),
      asset: z.string().nullable(),
      network: z.string().nullable(),
    }),
    startedAt: moment,
    vendorId: z.string().nullable(),
    page: page.nullable().default(null),
    paymentId: z.string().nullable(),
    queryToken: z.string().nullable(),
    status: z.enum(orderStatuses),
    vendorStatus: z.string().nullable(),
    queryAt: moment.nullable(),
    queriedFrom: moment,
  }),
)

const boundSession = z.object({ sessionId: z.string() })

/** The writes of a new order: its conditions fail if its id, or the provider's id of it, is bound to a session. */
export function orderCreation(order: ProviderOrder): Write[] {
  const { mode, provider, id, vendorId, sessionId } = order
  const references: OrderReference[] = [
    { by: 'order', id },
    ...(vendorId === null ? [] : [{ by: 'vendor', id: vendorId } as const]),
  ]
  return [
    addition(toItem(order)),
    ...references.map((reference) =>
      addition({ ...providerKeys.providerReference({ mode, provider, ...reference }), sessionId }),
    ),
  ]
}

/** The write that replaces version `from` of an order. */
export function orderReplacement(order: ProviderOrder, from: number): Write {
  return replacement(toItem(order), from)
}

function toItem(order: ProviderOrder) {
  const { mode, sessionId, id, shard, queryAt } = order
  const duePk = shardKey(indexKeys.dueProviderOrders(mode), shard)
  return {
    ...providerKeys.providerOrder(mode, sessionId, id),
    ...z.encode(orderCodec, order),
    ...(queryAt && { duePk, dueSk: queryAt.toISOString() }),
  }
}

/** The session that a reference of a provider means, whether or not there is such a session; undefined if unknown. */
export async function sessionReferred(
  table: Table,
  { by, id, mode, provider }: OrderReference & { mode: Mode; provider: ProviderName },
): Promise<string | undefined> {
  if (by === 'session' || id === '') return id
  const key = providerKeys.providerReference({ mode, provider, by, id })
  return (await readItem(table, key, boundSession))?.sessionId
}

/** A session's orders, the latest first (consistent). */
export async function ordersOfSession(
  table: Table,
  { mode, sessionId }: Pick<ProviderOrder, 'mode' | 'sessionId'>,
): Promise<ProviderOrder[]> {
  const { pk, sk } = providerKeys.providerOrder(mode, sessionId, '')
  const found = await queryAll(table, { partition: pk, range: startingWith(sk) }, orderCodec)
  return found.toReversed()
}

const mostPages = 4
const lastMoment = new Date('9999-12-31T23:59:59.999Z')

/** Orders of an account that are asked about from now on, at most `limit`. Eventually consistent. */
export async function openOrdersAt(
  table: Table,
  { mode, provider, limit }: Pick<ProviderOrder, 'mode' | 'provider'> & { limit: number },
): Promise<ProviderOrder[]> {
  const found: ProviderOrder[] = []
  let pages = 0
  for await (const orders of dueOrders(table, { mode, now: lastMoment })) {
    found.push(...orders.filter((order) => order.provider === provider))
    if (found.length >= limit || ++pages === mostPages) break
  }
  return found.slice(0, limit)
}

type DueOrders = { mode: Mode; now: Date } & Pick<Query, 'onUnreadable'>

/** The orders of a mode that are due to be asked about, page by page. Eventually consistent. */
export function dueOrders(
  table: Table,
  { mode, now, ...reading }: DueOrders,
): AsyncGenerator<ProviderOrder[]> {
  const partition = indexKeys.dueProviderOrders(mode)
  const range = { from: '0', to: now.toISOString() }
  const query = { index: 'due', partition, range, pageSize: 50, ...reading } as const
  return spreadPages(table, query, orderCodec)
}
