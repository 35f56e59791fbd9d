import type { Table } from '../kernel/store/table.ts'
import { type AttemptOutcome, isDelivered, isGone } from './rules/delivery-attempt.ts'
import { hasFailedForDays, hasFailedOften, type WebhookEndpoint } from './rules/webhook-endpoint.ts'
import { listAttemptsAtEndpoint } from './store/delivery-attempts.ts'
import { deactivateWebhookEndpoint, noteFailingSince } from './store/webhook-endpoint-changes.ts'

/**
 * What an attempt says about its endpoint: one that answers 410, or has had nothing but failures for five days and not
 * few of them, is switched off. Writes only where something changes.
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
    await giveUpOn(table, endpoint, { since: endpoint.failingSince, at })
  }
}

/**
 * A success at the very moment of the first failure may have seen nothing to take back, so the log has the last word:
 * where it knows one, failing begins anew.
 */
async function giveUpOn(
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
