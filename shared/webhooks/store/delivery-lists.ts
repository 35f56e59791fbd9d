import type { Mode } from '../../kernel/mode.ts'
import { indexKeys } from '../../kernel/store/keys.ts'
import { queryAll, queryPages } from '../../kernel/store/query.ts'
import type { Table } from '../../kernel/store/table.ts'
import {
  type DeliveryStatus,
  isUndelivered,
  type WebhookDelivery,
} from '../rules/webhook-delivery.ts'
import { deliveryCodec } from './deliveries.ts'

type Endpoint = { mode: Mode; endpointId: string }

type ListOptions = { status?: DeliveryStatus | undefined; limit: number; lookAt?: number }

/**
 * The newest deliveries to an endpoint, of one status or of all, newest first. Looks at no more than the latest `lookAt`:
 * of those that did not arrive where it is asked for these, so that no success hides them. Eventually consistent.
 */
export async function listDeliveriesOfEndpoint(
  table: Table,
  endpoint: Endpoint,
  { status, limit, lookAt = 2_000 }: ListOptions,
): Promise<WebhookDelivery[]> {
  const index = status && isUndelivered({ status }) ? undeliveredOf(endpoint) : latestOf(endpoint)
  const query = { ...index, newestFirst: true, pageSize: Math.min(100, lookAt) }
  const found: WebhookDelivery[] = []
  let looked = 0
  for await (const page of queryPages(table, query, deliveryCodec)) {
    found.push(...page.filter((delivery) => status === undefined || delivery.status === status))
    looked += page.length
    if (found.length >= limit || looked >= lookAt) break
  }
  return found.slice(0, limit)
}

function latestOf({ mode, endpointId }: Endpoint) {
  return { index: 'list', partition: indexKeys.deliveriesOfEndpoint(mode, endpointId) } as const
}

function undeliveredOf({ mode, endpointId }: Endpoint) {
  return { index: 'status', partition: indexKeys.undelivered(mode, endpointId) } as const
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
 * What an endpoint did not get and no attempt is left for, where that was decided at `since` or later; page by page, in
 * the order of the deliveries' creation. Eventually consistent: load a delivery before deciding anything.
 */
export async function* undeliveredSince(
  table: Table,
  { since, ...endpoint }: Endpoint & { since: Date },
): AsyncGenerator<WebhookDelivery[]> {
  for await (const page of queryPages(table, undeliveredOf(endpoint), deliveryCodec)) {
    yield page.filter(({ endedAt }) => endedAt && endedAt >= since)
  }
}
