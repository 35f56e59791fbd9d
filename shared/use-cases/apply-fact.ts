import { presentCheckoutSession } from '../contract/checkout-session.ts'
import type { CheckoutSession } from '../domain/checkout-session.ts'
import {
  type Decision,
  decideSession,
  recheckAt,
  type SessionFact,
} from '../domain/decide-session.ts'
import type { Event } from '../domain/event.ts'
import { newId, type RandomBytes } from '../domain/ids.ts'
import type { Mode } from '../domain/mode.ts'
import { nextLookAt } from '../domain/next-look.ts'
import type { Settings } from '../domain/settings.ts'
import { newDelivery, type WebhookDelivery } from '../domain/webhook-delivery.ts'
import type { WebhookEndpoint } from '../domain/webhook-endpoint.ts'
import { deliveryWrite } from '../store/deliveries.ts'
import { eventCreation } from '../store/events.ts'
import { loadCheckoutSession, sessionReplacement } from '../store/sessions.ts'
import type { Table } from '../store/table.ts'
import { transact } from '../store/transact.ts'
import { listWebhookEndpoints } from '../store/webhook-endpoints.ts'

export type ApplyFactDeps = {
  table: Table
  now: () => Date
  randomBytes: RandomBytes
  settings: (mode: Mode) => Promise<Settings>
  /** Hands committed deliveries to the queue. */
  enqueueDeliveries: (deliveries: readonly WebhookDelivery[]) => Promise<void>
  /** Starts the loop that counts confirmations; starting it twice is harmless. */
  startConfirmation: (session: CheckoutSession, at: Date) => Promise<void>
  /** Is told of every change that was committed. */
  onChange?: (change: SessionChange) => void
}

export type SessionChange = {
  before: CheckoutSession
  after: CheckoutSession
  /** When the first money was mined, where the fact tells. */
  minedAt: Date | null
}

const attempts = 5

/** Others wrote first each time: all but the first of them had loaded the session after we did. */
export class SessionContended extends Error {
  constructor(sessionId: string) {
    super(`session ${sessionId} changed ${attempts} times while a fact was applied`)
    this.name = 'SessionContended'
  }
}

/**
 * Applies to a session what `learn` finds out about it: the only writer of a status. Where somebody else wrote since the
 * session was loaded, it is learned anew, so that no older count is ever applied after a newer one. Session, event and
 * one delivery per subscribed endpoint are one transaction; what has to start afterwards is repaired by the relay and
 * the reconciler if we die here. Undefined where there is no such session; one that is closed is left alone.
 */
export async function applyFact(
  deps: ApplyFactDeps,
  { mode, sessionId }: { mode: Mode; sessionId: string },
  learn: (session: CheckoutSession) => Promise<SessionFact>,
): Promise<CheckoutSession | undefined> {
  const settings = await deps.settings(mode)
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const before = await loadCheckoutSession(deps.table, mode, sessionId)
    if (!before || before.closedAt) return before
    const fact = await learn(before)
    const decision = decideSession(before, fact, { now: deps.now(), policy: settings })
    if (!decision.changed) return before
    const written = await commit(deps, { before, decision, settings })
    if (written) {
      const minedAt = fact.type === 'moneyCounted' ? fact.minedAt : null
      deps.onChange?.({ before, after: written.session, minedAt })
      await hand(deps, { before, written, settings })
      return written.session
    }
  }
  throw new SessionContended(sessionId)
}

type Written = { session: CheckoutSession; deliveries: WebhookDelivery[] }

/** Undefined where somebody else wrote first: load and decide again. */
async function commit(
  deps: ApplyFactDeps,
  {
    before,
    decision,
    settings,
  }: { before: CheckoutSession; decision: Decision; settings: Settings },
): Promise<Written | undefined> {
  const session = { ...decision.session, version: before.version + 1 }
  const events = decision.events.map((type) => newEvent(deps, { session, type, settings }))
  const endpoints = events.length ? await listWebhookEndpoints(deps.table, session.mode) : []
  const deliveries = events.flatMap((event) => deliveriesOf(deps, event, endpoints))
  const outcome = await transact(deps.table, [
    sessionReplacement(session, before.version, nextLookAt(session, settings)),
    ...events.map(eventCreation),
    ...deliveries.map(deliveryWrite),
  ])
  return outcome.committed ? { session, deliveries } : undefined
}

function newEvent(
  { now, randomBytes }: ApplyFactDeps,
  {
    session,
    type,
    settings,
  }: { session: CheckoutSession; type: Event['type']; settings: Settings },
): Event {
  const createdAt = now()
  const wire = presentCheckoutSession(session, { baseUrl: settings.baseUrl })
  return {
    id: newId('event', createdAt, randomBytes),
    mode: session.mode,
    type,
    sessionId: session.id,
    data: { ...wire, sequence: session.sequence },
    createdAt,
  }
}

/** Created now, that is after the endpoints were read: one that was off since has its beginning before this. */
function deliveriesOf(
  { now, randomBytes }: ApplyFactDeps,
  event: Event,
  endpoints: readonly WebhookEndpoint[],
): WebhookDelivery[] {
  return endpoints
    .filter((endpoint) => endpoint.events.includes(event.type))
    .map((endpoint) => newDelivery({ event, endpoint }, now(), randomBytes))
}

/** Everything is tried even where one hand-over fails; the failure is thrown so that the caller's retry sees it. */
async function hand(
  deps: ApplyFactDeps,
  { before, written, settings }: { before: CheckoutSession; written: Written; settings: Settings },
): Promise<void> {
  const { session, deliveries } = written
  const waiting = deliveries.filter(({ status }) => status === 'pending')
  const confirmAt = before.firstSeenAt ? null : recheckAt(session, settings)
  const outcomes = await Promise.allSettled([
    waiting.length ? deps.enqueueDeliveries(waiting) : undefined,
    confirmAt && !session.closedAt ? deps.startConfirmation(session, confirmAt) : undefined,
  ])
  const failures = outcomes.flatMap((o) => (o.status === 'rejected' ? [o.reason] : []))
  if (failures.length) throw new AggregateError(failures, `hand-over of session ${session.id}`)
}
