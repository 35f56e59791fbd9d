import { newId, type RandomBytes } from '../../kernel/ids.ts'
import type { Mode } from '../../kernel/mode.ts'
import type { Table } from '../../kernel/store/table.ts'
import type { Write } from '../../kernel/store/transact.ts'
import type { Event } from '../../records/outbox/rules/event.ts'
import { newDelivery, type WebhookDelivery } from '../../records/outbox/rules/webhook-delivery.ts'
import { deliveryWrite } from '../../records/outbox/store/deliveries.ts'
import { eventCreation } from '../../records/outbox/store/events.ts'
import { listWebhookEndpoints } from '../../records/outbox/store/webhook-endpoints.ts'
import type { Settings } from '../../records/settings/rules/settings.ts'
import type { CheckoutSession } from './rules/checkout-session.ts'
import { presentCheckoutSession } from './wire/checkout-session.ts'

export type SessionEventDeps = {
  table: Table
  now: () => Date
  randomBytes: RandomBytes
  settings: (mode: Mode) => Promise<Settings>
  /** Sends committed deliveries to the queue. */
  enqueueDeliveries: (deliveries: readonly WebhookDelivery[]) => Promise<void>
}

type NewEvent = { type: Event['type']; data?: Record<string, unknown> }

export type SessionEvents = {
  /** For the transaction that changes the session. */
  writes: Write[]
  /** To enqueue once they are committed. */
  deliveries: WebhookDelivery[]
}

/** The events of a changed session, with one delivery for each subscribed endpoint. */
export async function sessionEvents(
  deps: SessionEventDeps,
  session: CheckoutSession,
  added: readonly NewEvent[],
): Promise<SessionEvents> {
  if (added.length === 0) return { writes: [], deliveries: [] }
  const { baseUrl } = await deps.settings(session.mode)
  const events = added.map((event) => eventOf(deps, { session, event, baseUrl }))
  const endpoints = await listWebhookEndpoints(deps.table, session.mode)
  // The time is read after the endpoints, so an endpoint disabled since then was disabled after this time.
  const deliveries = events.flatMap((event) =>
    endpoints
      .filter((endpoint) => endpoint.events.includes(event.type))
      .map((endpoint) => newDelivery({ event, endpoint }, deps.now(), deps.randomBytes)),
  )
  return { writes: [...events.map(eventCreation), ...deliveries.map(deliveryWrite)], deliveries }
}

/** Sends committed deliveries to the queue, except those that were cancelled from the start. */
export async function enqueuePendingDeliveries(
  { enqueueDeliveries }: Pick<SessionEventDeps, 'enqueueDeliveries'>,
  deliveries: readonly WebhookDelivery[],
): Promise<void> {
  const waiting = deliveries.filter(({ status }) => status === 'pending')
  if (waiting.length > 0) await enqueueDeliveries(waiting)
}

function eventOf(
  { now, randomBytes }: SessionEventDeps,
  { session, event, baseUrl }: { session: CheckoutSession; event: NewEvent; baseUrl: string },
): Event {
  const createdAt = now()
  const wire = presentCheckoutSession(session, { baseUrl })
  return {
    id: newId('event', createdAt, randomBytes),
    mode: session.mode,
    shard: session.shard,
    type: event.type,
    sessionId: session.id,
    linkId: session.linkId,
    data: { ...wire, sequence: session.sequence, ...event.data },
    createdAt,
  }
}
