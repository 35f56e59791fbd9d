import type { Mode } from '../kernel/mode.ts'
import type { WebhookEndpoint } from './rules/webhook-endpoint.ts'
import { undeliveredSince } from './store/delivery-lists.ts'
import { changeWebhookEndpoint, type UpdateWebhookEndpointDeps } from './update-webhook-endpoint.ts'

/** What an enabled endpoint missed and can be sent now: see `recoverDeliveries`. */
export type Missed = { since: Date; count: number }

const countLimit = 1_000

/**
 * Switches an endpoint on and says what it missed while it failed or was off, counted up to about 1,000. Undefined where
 * it was on already. Throws `resource_not_found`.
 */
export async function enableWebhookEndpoint(
  deps: UpdateWebhookEndpointDeps,
  { mode, id }: { mode: Mode; id: string },
): Promise<{ endpoint: WebhookEndpoint; missed: Missed | undefined }> {
  const { endpoint, before } = await changeWebhookEndpoint(deps, { mode, id, active: true })
  if (before.active) return { endpoint, missed: undefined }
  const since = troubleBegan(before)
  let count = 0
  for await (const page of undeliveredSince(deps.table, { mode, endpointId: id, since })) {
    count += page.length
    if (count >= countLimit) break
  }
  return { endpoint, missed: { since, count } }
}

/** An attempt under way while it was switched off may have failed later, and another before. */
function troubleBegan({ failingSince, inactiveSince, createdAt }: WebhookEndpoint): Date {
  const [first] = [failingSince, inactiveSince].filter((at) => at !== null).sort((a, b) => +a - +b)
  return first ?? createdAt
}
