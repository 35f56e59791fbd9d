import type { Mode } from '../kernel/mode.ts'
import { type ReplayDeliveryDeps, requireActiveEndpoint } from './replay-delivery.ts'
import { isUndelivered, replayed, type WebhookDelivery } from './rules/webhook-delivery.ts'
import { loadDelivery, replaceDelivery } from './store/deliveries.ts'
import { undeliveredSince } from './store/delivery-lists.ts'

export type RecoverDeliveries = { mode: Mode; endpointId: string; since: Date }

/**
 * Sends again what failed for an endpoint or was cancelled at `since` or later, oldest first, at most about `limit` at a
 * time. `more` says that there may be others: ask again. Throws `state_changed` where the endpoint takes nothing.
 */
export async function recoverDeliveries(
  deps: ReplayDeliveryDeps,
  input: RecoverDeliveries,
  { limit = 250 }: { limit?: number } = {},
): Promise<{ replayed: number; more: boolean }> {
  await requireActiveEndpoint(deps.table, input)
  let count = 0
  for await (const page of undeliveredSince(deps.table, input)) {
    for (let start = 0; start < page.length; start += 25) {
      const outcomes = page.slice(start, start + 25).map((row) => recover(deps, row))
      const recovered = (await Promise.all(outcomes)).filter((delivery) => delivery !== undefined)
      await deps.enqueueDeliveries(recovered)
      count += recovered.length
      if (count >= limit) return { replayed: count, more: true }
    }
  }
  return { replayed: count, more: false }
}

/** The index may lag: only the item itself says whether it was replayed or sent meanwhile. */
async function recover(
  { table, now }: ReplayDeliveryDeps,
  { mode, id }: WebhookDelivery,
): Promise<WebhookDelivery | undefined> {
  const delivery = await loadDelivery(table, mode, id)
  if (!delivery || !isUndelivered(delivery)) return undefined
  const again = replayed(delivery, now())
  const won = await replaceDelivery(table, { delivery: again, from: delivery.version })
  return won ? again : undefined
}
