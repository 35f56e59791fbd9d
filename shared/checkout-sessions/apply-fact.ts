import type { Mode } from '../kernel/mode.ts'
import { transact } from '../kernel/store/transact.ts'
import { closedAddressCreation } from '../ledger/store/closed-addresses.ts'
import type { Settings } from '../settings/rules/settings.ts'
import type { WebhookDelivery } from '../webhooks/rules/webhook-delivery.ts'
import type { CheckoutSession } from './rules/checkout-session.ts'
import {
  type Decision,
  decideSession,
  recheckAt,
  type SessionFact,
} from './rules/decide-session.ts'
import { nextLookAt } from './rules/next-look.ts'
import { SessionContended } from './session-contended.ts'
import { handOverDeliveries, type SessionEventDeps, sessionEvents } from './session-events.ts'
import { loadCheckoutSession, sessionReplacement } from './store/sessions.ts'

export type ApplyFactDeps = SessionEventDeps & {
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
  const added = decision.events.map((type) => ({ type }))
  const { writes, deliveries } = await sessionEvents(deps, session, added)
  const outcome = await transact(deps.table, [
    sessionReplacement(session, before.version, nextLookAt(session, settings)),
    ...(session.closedAt ? [closedAddressCreation(session)] : []),
    ...writes,
  ])
  return outcome.committed ? { session, deliveries } : undefined
}

/** Everything is tried even where one hand-over fails; the failure is thrown so that the caller's retry sees it. */
async function hand(
  deps: ApplyFactDeps,
  { before, written, settings }: { before: CheckoutSession; written: Written; settings: Settings },
): Promise<void> {
  const { session, deliveries } = written
  const confirmAt = before.firstSeenAt ? null : recheckAt(session, settings)
  const outcomes = await Promise.allSettled([
    handOverDeliveries(deps, deliveries),
    confirmAt && !session.closedAt ? deps.startConfirmation(session, confirmAt) : undefined,
  ])
  const failures = outcomes.flatMap((o) => (o.status === 'rejected' ? [o.reason] : []))
  if (failures.length) throw new AggregateError(failures, `hand-over of session ${session.id}`)
}
