import { type AttemptOutcome, isDelivered, isGone } from '../domain/delivery-attempt.ts'
import { isGivenUp, type WebhookEndpoint } from '../domain/webhook-endpoint.ts'
import { listAttemptsAtEndpoint } from '../store/delivery-attempts.ts'
import type { Table } from '../store/table.ts'
import { deactivateWebhookEndpoint, noteFailingSince } from '../store/webhook-endpoint-changes.ts'

/**
 * What an attempt says about its endpoint: one that answers 410, or has had nothing but failures for five days, is
 * switched off. Writes only where something changes.
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
  } else if (isGivenUp(endpoint, at)) {
    await giveUp(table, endpoint, { since: endpoint.failingSince, at })
  }
}

/**
 * A success at the very moment of the first failure may have seen nothing to take back, so the log has the last word:
 * where it knows one, failing begins anew.
 */
async function giveUp(
  table: Table,
  endpoint: WebhookEndpoint,
  { since, at }: { since: Date; at: Date },
): Promise<void> {
  const { mode, id: endpointId } = endpoint
  const latest = await listAttemptsAtEndpoint(table, { mode, endpointId })
  const hasSucceeded = latest.some(
    ({ outcome, startedAt }) => isDelivered(outcome) && startedAt >= since,
  )
  if (hasSucceeded) await noteFailingSince(table, endpoint, at)
  else await deactivateWebhookEndpoint(table, endpoint, { reason: 'only_failures', at })
}
