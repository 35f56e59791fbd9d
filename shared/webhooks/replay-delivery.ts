import { resourceNotFound, ServiceError } from '../kernel/errors.ts'
import type { Mode } from '../kernel/mode.ts'
import type { Table } from '../kernel/store/table.ts'
import { isBeingSent } from './rules/delivery-step.ts'
import { replayed, type WebhookDelivery } from './rules/webhook-delivery.ts'
import type { WebhookEndpoint } from './rules/webhook-endpoint.ts'
import { loadDelivery, replaceDelivery } from './store/deliveries.ts'
import { loadWebhookEndpoint } from './store/webhook-endpoints.ts'

export type ReplayDeliveryDeps = {
  table: Table
  now: () => Date
  /** Hands committed deliveries to the queue. */
  enqueueDeliveries: (deliveries: readonly WebhookDelivery[]) => Promise<void>
}

const attempts = 5

/**
 * Sends a delivery again from the start, whatever became of it: the same event, newly signed, with a full schedule of
 * attempts. What it still waited for is cancelled. Throws `resource_not_found`, or `state_changed` where its endpoint
 * takes nothing or an attempt is under way.
 */
export async function replayDelivery(
  deps: ReplayDeliveryDeps,
  { mode, id }: { mode: Mode; id: string },
): Promise<WebhookDelivery> {
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const delivery = await loadDelivery(deps.table, mode, id)
    if (!delivery) throw resourceNotFound('delivery', id)
    await requireActiveEndpoint(deps.table, delivery)
    if (isBeingSent(delivery, deps.now())) throw underWay(id)
    const again = replayed(delivery, deps.now())
    if (await replaceDelivery(deps.table, { delivery: again, from: delivery.version })) {
      await deps.enqueueDeliveries([again])
      return again
    }
  }
  throw underWay(id)
}

/** Throws `state_changed` where the endpoint is gone or switched off. */
export async function requireActiveEndpoint(
  table: Table,
  { mode, endpointId }: { mode: Mode; endpointId: string },
): Promise<void> {
  const endpoint = await loadWebhookEndpoint(table, mode, endpointId)
  if (endpoint) return requireActive(endpoint)
  const message = `The webhook endpoint ${endpointId} does not exist any more.`
  throw new ServiceError('state_changed', message)
}

export function requireActive({ id, active }: WebhookEndpoint): void {
  if (active) return
  const message = `The webhook endpoint ${id} is switched off. Switch it on first.`
  throw new ServiceError('state_changed', message)
}

function underWay(id: string): ServiceError {
  const message = `An attempt of delivery ${id} is under way. Try again in a minute.`
  return new ServiceError('state_changed', message)
}
