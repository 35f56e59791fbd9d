import type { Table } from '../../../kernel/store/table.ts'
import {
  type AttemptOutcome,
  isDelivered,
  isGone,
} from '../../../records/outbox/rules/delivery-attempt.ts'
import {
  hasFailedForDays,
  hasFailedOften,
  type WebhookEndpoint,
} from '../../../records/outbox/rules/webhook-endpoint.ts'
import { listAttemptsAtEndpoint } from '../../../records/outbox/store/delivery-attempts.ts'
import { deactivateWebhookEndpoint, noteFailingSince } from '../store/webhook-endpoint-changes.ts'

/**
 * Records what an attempt shows about its endpoint. An endpoint is disabled if it responds with 410, or after five days
 * with nothing but failures and at least ten of them. Writes only changes.
 */
export async function noteEndpointHealth(
  table: Table,
  endpoint: WebhookEndpoint,
  { outcome, at }: { outcome: AttemptOutcome; at: Date },
): Promise<void> {
  if (isDelivered(outcome)) {
    if (endpoint.failingSince) await noteFailingSince(table, endpoint, null)
  } else if (isGone(outcome)) {
    await deactivateWebhookEndpoint(table, endpoint, { reason: 'receiver_gone', at })
  } else if (endpoint.failingSince === null) {
    await noteFailingSince(table, endpoint, at)
  } else if (hasFailedForDays(endpoint, at)) {
    await disableUnlessDelivered(table, endpoint, { since: endpoint.failingSince, at })
  }
}

/**
 * A success at the same moment as the first failure may not have reset it, so the log decides: if it has a success
 * since, the failing period restarts.
 */
async function disableUnlessDelivered(
  table: Table,
  endpoint: WebhookEndpoint,
  { since, at }: { since: Date; at: Date },
): Promise<void> {
  const { mode, id: endpointId } = endpoint
  const latest = await listAttemptsAtEndpoint(table, { mode, endpointId })
  const between = latest.filter(({ startedAt }) => startedAt > since)
  if (between.some(({ outcome }) => isDelivered(outcome))) {
    await noteFailingSince(table, endpoint, at)
  } else if (hasFailedOften(between.length)) {
    await deactivateWebhookEndpoint(table, endpoint, { reason: 'only_failures', at })
  }
}
