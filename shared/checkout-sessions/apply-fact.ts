import type { Mode } from '../kernel/mode.ts'
import { commit, type Decision } from '../kernel/operation/commit.ts'
import { closedAddressCreation } from '../ledger/store/closed-addresses.ts'
import type { Settings } from '../settings/rules/settings.ts'
import type { WebhookDelivery } from '../webhooks/rules/webhook-delivery.ts'
import type { CheckoutSession } from './rules/checkout-session.ts'
import {
  decideSession,
  recheckAt,
  type SessionDecision,
  type SessionFact,
} from './rules/decide-session.ts'
import { nextLookAt } from './rules/next-look.ts'
import { SessionContended } from './session-contended.ts'
import { handOverDeliveries, type SessionEventDeps, sessionEvents } from './session-events.ts'
import { loadCheckoutSession, sessionReplacement } from './store/sessions.ts'

export type ApplyFactDeps = SessionEventDeps & {
  /** Starts the loop that counts confirmations; starting it twice is harmless. */
  startConfirmation: (session: CheckoutSession, at: Date) => Promise<void>
  /** Called with every change that was committed. */
  onChange?: (change: SessionChange) => void
}

export type SessionChange = {
  before: CheckoutSession
  after: CheckoutSession
  /** When the first money was mined, if the fact tells. */
  minedAt: Date | null
}

/**
 * Applies to a session what `learn` finds out about it: the only writer of a status. If another writer comes first, it is
 * learned anew, so that no older count is ever applied after a newer one. Session, event and one delivery per subscribed
 * endpoint are one transaction; what has to start afterwards is repaired by the relay and the reconciler if the process
 * ends here. Undefined if there is no such session; one that is closed is left alone.
 */
export async function applyFact(
  deps: ApplyFactDeps,
  { mode, sessionId }: { mode: Mode; sessionId: string },
  learn: (session: CheckoutSession) => Promise<SessionFact>,
): Promise<CheckoutSession | undefined> {
  const settings = await deps.settings(mode)
  const decide = async (): Promise<Decision<CheckoutSession | undefined>> => {
    const before = await loadCheckoutSession(deps.table, mode, sessionId)
    if (!before || before.closedAt) return { result: before }
    const fact = await learn(before)
    const decided = decideSession(before, fact, { now: deps.now(), policy: settings })
    return decided.changed ? change(deps, { before, decided, fact, settings }) : { result: before }
  }
  const contended = () => new SessionContended(sessionId)
  return commit(deps.table, decide, { attempts: 5, contended })
}

type Change = {
  before: CheckoutSession
  decided: SessionDecision
  fact: SessionFact
  settings: Settings
}

async function change(
  deps: ApplyFactDeps,
  { before, decided, fact, settings }: Change,
): Promise<Decision<CheckoutSession>> {
  const session = { ...decided.session, version: before.version + 1 }
  const added = decided.events.map((type) => ({ type }))
  const { writes, deliveries } = await sessionEvents(deps, session, added)
  const minedAt = fact.type === 'moneyCounted' ? fact.minedAt : null
  const confirmAt = before.firstSeenAt ? null : recheckAt(session, settings)
  return {
    result: session,
    writes: [
      sessionReplacement(session, before.version, nextLookAt(session, settings)),
      ...(session.closedAt ? [closedAddressCreation(session)] : []),
      ...writes,
    ],
    after: async () => {
      deps.onChange?.({ before, after: session, minedAt })
      await enqueueOrReport(deps, { session, deliveries, confirmAt })
    },
  }
}

type HandOver = {
  session: CheckoutSession
  deliveries: readonly WebhookDelivery[]
  confirmAt: Date | null
}

/** Everything is tried even if one hand-over fails; the failure is thrown so that the caller's retry sees it. */
async function enqueueOrReport(
  deps: ApplyFactDeps,
  { session, deliveries, confirmAt }: HandOver,
): Promise<void> {
  const outcomes = await Promise.allSettled([
    handOverDeliveries(deps, deliveries),
    confirmAt && !session.closedAt ? deps.startConfirmation(session, confirmAt) : undefined,
  ])
  const failures = outcomes.flatMap((o) => (o.status === 'rejected' ? [o.reason] : []))
  if (failures.length) throw new AggregateError(failures, `hand-over of session ${session.id}`)
}
