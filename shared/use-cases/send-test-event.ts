import { presentCheckoutSession } from '../contract/checkout-session.ts'
import { resourceNotFound } from '../domain/errors.ts'
import type { Event } from '../domain/event.ts'
import { newId, type RandomBytes } from '../domain/ids.ts'
import type { Mode } from '../domain/mode.ts'
import type { Settings } from '../domain/settings.ts'
import { syntheticSession } from '../domain/synthetic-session.ts'
import { newDelivery, type WebhookDelivery } from '../domain/webhook-delivery.ts'
import { deliveryWrite } from '../store/deliveries.ts'
import { syntheticEventCreation } from '../store/events.ts'
import type { Table } from '../store/table.ts'
import { transact } from '../store/transact.ts'
import { loadWebhookEndpoint } from '../store/webhook-endpoints.ts'
import type { ExtraWrites, Raced } from './extra-writes.ts'
import { requireActive } from './replay-delivery.ts'

export type SendTestEventDeps = {
  table: Table
  now: () => Date
  randomBytes: RandomBytes
  settings: (mode: Mode) => Promise<Settings>
  /** Hands committed deliveries to the queue. */
  enqueueDeliveries: (deliveries: readonly WebhookDelivery[]) => Promise<void>
}

export type SentTestEvent = { event: Event; delivery: WebhookDelivery }

/**
 * Sends an endpoint a `session.paid` event of a session that never was, whatever it is subscribed to: a delivery like any
 * other. Throws `resource_not_found`, or `state_changed` where the endpoint is switched off.
 */
export async function sendTestEvent(
  deps: SendTestEventDeps,
  { mode, id }: { mode: Mode; id: string },
  { extraWrites }: { extraWrites?: ExtraWrites<SentTestEvent> } = {},
): Promise<SentTestEvent | Raced> {
  const endpoint = await loadWebhookEndpoint(deps.table, mode, id)
  if (!endpoint) throw resourceNotFound('webhook endpoint', id)
  requireActive(endpoint)
  const event = syntheticEvent(deps, await deps.settings(mode), mode)
  const delivery = newDelivery({ event, endpoint }, event.createdAt, deps.randomBytes)
  const sent = { event, delivery }
  const extra = (await extraWrites?.(sent)) ?? []
  const writes = [syntheticEventCreation(event), deliveryWrite(delivery), ...extra]
  const { committed } = await transact(deps.table, writes)
  if (!committed) return { idempotencyRaced: true }
  await deps.enqueueDeliveries([delivery])
  return sent
}

function syntheticEvent(
  { now, randomBytes }: SendTestEventDeps,
  { baseUrl }: Settings,
  mode: Mode,
): Event {
  const createdAt = now()
  const session = syntheticSession(mode, createdAt)
  const wire = presentCheckoutSession(session, { baseUrl })
  return {
    id: newId('event', createdAt, randomBytes),
    mode,
    type: 'session.paid',
    sessionId: session.id,
    data: { ...wire, sequence: session.sequence, synthetic: true },
    createdAt,
  }
}
