import type { Mode } from '../../kernel/mode.ts'
import { indexKeys } from '../../kernel/store/keys.ts'
import { queryAll } from '../../kernel/store/query.ts'
import { spreadPages } from '../../kernel/store/query-shards.ts'
import type { Table } from '../../kernel/store/table.ts'
import {
  type DeliveryStatus,
  isUndelivered,
  type WebhookDelivery,
} from '../rules/webhook-delivery.ts'
import { deliveryCodec } from './deliveries.ts'

type Endpoint = { mode: Mode; endpointId: string }

type ListOptions = { status?: DeliveryStatus | undefined; limit: number; maxRead?: number }

/**
 * The newest deliveries to an endpoint, of one status or of all, newest first. Reads at most the latest `maxRead`. For
 * undelivered statuses it reads only undelivered ones, so that successes don't hide them. Eventually consistent.
 */
export async function listDeliveriesOfEndpoint(
  table: Table,
  endpoint: Endpoint,
  { status, limit, maxRead = 2_000 }: ListOptions,
): Promise<WebhookDelivery[]> {
  const index = status && isUndelivered({ status }) ? undeliveredOf(endpoint) : latestOf(endpoint)
  const query = { ...index, newestFirst: true, pageSize: Math.min(100, maxRead) }
  const found: WebhookDelivery[] = []
  let read = 0
  for await (const page of spreadPages(table, query, deliveryCodec)) {
    found.push(...page.filter((delivery) => status === undefined || delivery.status === status))
    read += page.length
    if (found.length >= limit || read >= maxRead) break
  }
  return found.slice(0, limit)
}

function latestOf({ mode, endpointId }: Endpoint) {
  const partition = indexKeys.deliveriesOfEndpoint(mode, endpointId)
  return { index: 'list', partition, spread: mode } as const
}

function undeliveredOf({ mode, endpointId }: Endpoint) {
  const partition = indexKeys.undelivered(mode, endpointId)
  return { index: 'status', partition, spread: mode } as const
}

/** All deliveries of an event, one per endpoint. Eventually consistent. */
export function listDeliveriesOfEvent(
  table: Table,
  { mode, eventId }: { mode: Mode; eventId: string },
): Promise<WebhookDelivery[]> {
  const partition = indexKeys.deliveriesOfEvent(mode, eventId)
  return queryAll(table, { index: 'parent', partition }, deliveryCodec)
}

/**
 * Deliveries to an endpoint that failed or were cancelled at `since` or later, page by page in the order of creation.
 * Eventually consistent: load a delivery before deciding anything.
 */
export async function* undeliveredSince(
  table: Table,
  { since, ...endpoint }: Endpoint & { since: Date },
): AsyncGenerator<WebhookDelivery[]> {
  for await (const page of spreadPages(table, undeliveredOf(endpoint), deliveryCodec)) {
    yield page.filter(({ endedAt }) => endedAt && endedAt >= since)
  }
}
