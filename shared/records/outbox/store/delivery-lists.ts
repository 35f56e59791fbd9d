import { type IdBounds, idRange } from '../../../kernel/id-range.ts'
import type { Mode } from '../../../kernel/mode.ts'
import type { Page } from '../../../kernel/page.ts'
import { indexKeys } from '../../../kernel/store/index-keys.ts'
import { listPage } from '../../../kernel/store/list-page.ts'
import { queryAll } from '../../../kernel/store/query.ts'
import { spreadPages } from '../../../kernel/store/query-shards.ts'
import type { Table } from '../../../kernel/store/table.ts'
import { readRow } from '../../../kernel/store/unreadable-rows.ts'
import {
  type DeliveryStatus,
  isUndelivered,
  type WebhookDelivery,
} from '../rules/webhook-delivery.ts'
import { deliveryCodec } from './deliveries.ts'

type Endpoint = { mode: Mode; endpointId: string }

type ListOptions = Pick<IdBounds, 'before'> & {
  status?: DeliveryStatus | undefined
  /** Only those that failed, were cancelled, or wait after a failed attempt. */
  undelivered?: boolean | undefined
  limit: number
}

/**
 * The deliveries to an endpoint, of one status or of all, newest first: see `listPage` for pages that are not full. For
 * undelivered ones it reads no others, so that successes don't hide them; that index has no statuses,
 * so they are compared here. Eventually consistent.
 */
export async function listDeliveriesOfEndpoint(
  table: Table,
  endpoint: Endpoint,
  { status, undelivered = false, limit, before }: ListOptions,
): Promise<Page<WebhookDelivery>> {
  const all = { ...latestOf(endpoint), ...(status && { having: { status } }) }
  const isAmongThem = undelivered || (status !== undefined && isUndelivered({ status }))
  const index = isAmongThem ? undeliveredOf(endpoint) : all
  const query = { ...index, range: idRange('delivery', { before }), limit }
  const { items, nextCursor } = await listPage(table, query, (row) => readRow(row, deliveryCodec))
  const found = items.filter((delivery) => status === undefined || delivery.status === status)
  return { items: found, nextCursor }
}

function latestOf({ mode, endpointId }: Endpoint) {
  const partition = indexKeys.deliveriesOfEndpoint(mode, endpointId)
  return { index: 'list', partition } as const
}

function undeliveredOf({ mode, endpointId }: Endpoint) {
  const partition = indexKeys.undelivered(mode, endpointId)
  return { index: 'status', partition } as const
}

/** All deliveries of an event, one per endpoint. Eventually consistent. */
export function listDeliveriesOfEvent(
  table: Table,
  { mode, eventId }: { mode: Mode; eventId: string },
): Promise<WebhookDelivery[]> {
  const partition = indexKeys.deliveriesOfEvent(mode, eventId)
  return queryAll(table, { index: 'parent', partition }, deliveryCodec)
}

/** The index has only keys, so all items of a page are loaded. */
const pageSize = 250

/**
 * Deliveries to an endpoint that failed or were cancelled at `since` or later, page by page in the order of creation.
 * Eventually consistent: load a delivery before deciding anything.
 */
export async function* undeliveredSince(
  table: Table,
  { since, ...endpoint }: Endpoint & { since: Date },
): AsyncGenerator<WebhookDelivery[]> {
  const query = { ...undeliveredOf(endpoint), pageSize }
  for await (const page of spreadPages(table, query, deliveryCodec)) {
    yield page.filter(({ endedAt }) => endedAt && endedAt >= since)
  }
}
