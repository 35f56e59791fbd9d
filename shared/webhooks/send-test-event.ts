import { presentCheckoutSession } from '../checkout-sessions/wire/checkout-session.ts'
import type { Event } from '../events/rules/event.ts'
import { syntheticEventCreation } from '../events/store/events.ts'
import { resourceNotFound } from '../kernel/errors.ts'
import type { ExtraWrites, Raced } from '../kernel/extra-writes.ts'
import { newId, type RandomBytes } from '../kernel/ids.ts'
import type { Mode } from '../kernel/mode.ts'
import type { Table } from '../kernel/store/table.ts'
import { transact } from '../kernel/store/transact.ts'
import type { Settings } from '../settings/rules/settings.ts'
import { requireActive } from './replay-delivery.ts'
import { syntheticSession } from './rules/synthetic-session.ts'
import { newDelivery, type WebhookDelivery } from './rules/webhook-delivery.ts'
import { deliveryWrite } from './store/deliveries.ts'
import { loadWebhookEndpoint } from './store/webhook-endpoints.ts'

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
