import type { Mode } from '../../kernel/mode.ts'
import { commit, type Decision } from '../../kernel/operation/commit.ts'
import type { Write } from '../../kernel/store/transact.ts'
import type { WebhookDelivery } from '../../records/outbox/rules/webhook-delivery.ts'
import { lacksSweeps } from '../../records/settings/rules/lacks-sweeps.ts'
import type { Settings } from '../../records/settings/rules/settings.ts'
import type { CheckoutSession } from '../checkout-sessions/rules/checkout-session.ts'
import {
  decideSession,
  recheckAt,
  type SessionDecision,
  type SessionFact,
} from '../checkout-sessions/rules/decide-session.ts'
import { nextScanAt } from '../checkout-sessions/rules/next-scan.ts'
import { SessionContended } from '../checkout-sessions/session-contended.ts'
import {
  enqueuePendingDeliveries,
  type SessionEventDeps,
  type SessionEvents,
  sessionEvents,
} from '../checkout-sessions/session-events.ts'
import { loadCheckoutSession, sessionReplacement } from '../checkout-sessions/store/sessions.ts'
import { heldBy } from '../holdings/held-by.ts'
import { holdingDue } from '../holdings/store/holdings.ts'
import { closedAddressCreation } from './store/closed-addresses.ts'
import { unlistedSearchDue } from './store/unlisted-searches.ts'

export type ApplyFactDeps = SessionEventDeps & {
  /** Starts the loop that counts confirmations; starting it twice is harmless. */
  startConfirmation: (session: CheckoutSession, at: Date) => Promise<void>
  /** Called with every change that was committed. */
  onChange?: (change: SessionChange) => void
}

export type SessionChange = {
  before: CheckoutSession
  after: CheckoutSession
  /** When the first money was mined, if the fact includes it. */
  minedAt: Date | null
}

/**
 * Applies the fact that `learn` returns to a session. This is the only code that writes a status from a fact. If
 * another writer is first, `learn` runs again, so that no older count is ever applied after a newer one. Session, event
 * and one delivery per subscribed endpoint are written in one transaction. If the process ends before the follow-up
 * work starts, the relay and the reconciler start it later. Returns undefined if there is no such session; a closed
 * session stays unchanged.
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
    const decided = decideSession(before, fact, {
      now: deps.now(),
      policy: settings,
      lacksSweeps: lacksSweeps(settings, deps.table),
    })
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
  const { session, writes, deliveries } = await decidedSession(deps, { before, decided, settings })
  const minedAt = fact.type === 'transfersCounted' ? fact.minedAt : null
  const confirmAt = before.firstSeenAt ? null : recheckAt(session, settings)
  return {
    result: session,
    writes,
    after: async () => {
      deps.onChange?.({ before, after: session, minedAt })
      await startFollowUps(deps, { session, deliveries, confirmAt })
    },
  }
}

/** A session after a decision, with the writes of everything that changes with it, and the deliveries to enqueue. */
export async function decidedSession(
  deps: SessionEventDeps,
  { before, decided, settings }: Omit<Change, 'fact'>,
): Promise<SessionEvents & { session: CheckoutSession }> {
  const session = { ...decided.session, version: before.version + 1 }
  const added = decided.events.map((type) => ({ type }))
  const { writes, deliveries } = await sessionEvents(deps, session, added)
  const closes = session.closedAt !== null && before.closedAt === null
  return {
    session,
    deliveries,
    writes: [
      sessionReplacement(session, before.version, nextScanAt(session, settings)),
      ...(closes ? closingWrites(session, deps.now()) : []),
      ...writes,
    ],
  }
}

/** From now on, the address is scanned in rounds, and its money may be swept. Its own chain is searched at once. */
function closingWrites(session: CheckoutSession, now: Date): Write[] {
  const { received, lock } = session
  const due = received.confirmedBase > 0n ? [holdingDue(heldBy(session, lock), now)] : []
  return [closedAddressCreation(session), unlistedSearchDue(session, lock.chainId, now), ...due]
}

type FollowUps = {
  session: CheckoutSession
  deliveries: readonly WebhookDelivery[]
  confirmAt: Date | null
}

/** Starts all follow-up work even if some of it fails, then throws so that the caller retries. */
async function startFollowUps(
  deps: ApplyFactDeps,
  { session, deliveries, confirmAt }: FollowUps,
): Promise<void> {
  const outcomes = await Promise.allSettled([
    enqueuePendingDeliveries(deps, deliveries),
    confirmAt && !session.closedAt ? deps.startConfirmation(session, confirmAt) : undefined,
  ])
  const failures = outcomes.flatMap((o) => (o.status === 'rejected' ? [o.reason] : []))
  if (failures.length)
    throw new AggregateError(failures, `follow-up work of session ${session.id} failed`)
}
