import type { LimitVisits } from '../kernel/operation/page-request.ts'
import { type RequestScanDeps, requestScan } from '../ledger/request-scan.ts'
import { limitClientStreams, limitSessionStreams, streamSeconds } from './limit-streams.ts'
import {
  chainOf,
  type PresentSessionDeps,
  sessionOnPage,
  sessionPresenter,
} from './present-session.ts'
import type { CheckoutSession } from './rules/checkout-session.ts'
import { loadCheckoutSession } from './store/sessions.ts'
import type { CheckoutView } from './wire/checkout.ts'

export type FollowSessionDeps = PresentSessionDeps &
  RequestScanDeps & {
    wait: (milliseconds: number) => Promise<unknown>
  }

export type SessionUpdate = { type: 'session'; view: CheckoutView } | { type: 'heartbeat' }

export type FollowRhythm = { pollMs: number; heartbeatMs: number; lastsMs: number }

export type FollowSession = {
  id: string
  /** As CloudFront reports it. */
  viewerAddress: string
  /** Aborts when the reader is gone. */
  left?: AbortSignal | undefined
  limit: LimitVisits
}

/** A stream holds a function for as long as it lasts, read or not: the page connects again by itself. */
const followRhythm: FollowRhythm = {
  pollMs: 1000,
  heartbeatMs: 15_000,
  lastsMs: streamSeconds * 1000,
}

/**
 * The session now, then every new version of it, and a heartbeat if nothing changes, until it is closed, the reader
 * leaves or the time is up. Meanwhile its address is scanned once per block. Throws `resource_not_found` and
 * `rate_limit_exceeded` before the first update; showing the session has no such limit.
 */
export async function followSession(
  deps: FollowSessionDeps,
  { id, viewerAddress, left, limit }: FollowSession,
  rhythm: FollowRhythm = followRhythm,
): Promise<AsyncGenerator<SessionUpdate>> {
  await limitClientStreams(limit, viewerAddress)
  const session = await sessionOnPage(deps.table, id)
  await limitSessionStreams(limit, session)
  return updatesOf(deps, session, { ...rhythm, left })
}

async function* updatesOf(
  deps: FollowSessionDeps,
  first: CheckoutSession,
  { pollMs, heartbeatMs, lastsMs, left }: FollowRhythm & Pick<FollowSession, 'left'>,
): AsyncGenerator<SessionUpdate> {
  const present = await sessionPresenter(deps, first)
  const scan = scanPerBlock(deps)
  const nowMs = () => deps.now().getTime()
  const endsAtMs = nowMs() + lastsMs
  let spokenAtMs = nowMs()
  let shownVersion = 0
  let session: CheckoutSession | undefined = first
  while (session) {
    const isNew = session.version !== shownVersion
    if (isNew || nowMs() - spokenAtMs >= heartbeatMs) {
      yield isNew ? { type: 'session', view: present(session) } : { type: 'heartbeat' }
      shownVersion = session.version
      spokenAtMs = nowMs()
    }
    if (session.closedAt || left?.aborted || nowMs() >= endsAtMs) return
    await scan(session)
    await deps.wait(pollMs)
    session = await loadCheckoutSession(deps.table, session.mode, session.id)
  }
}

/** Spares the table the attempts that it would refuse anyway. */
function scanPerBlock(deps: FollowSessionDeps): (session: CheckoutSession) => Promise<void> {
  let againAtMs = 0
  return async (session) => {
    const nowMs = deps.now().getTime()
    if (nowMs < againAtMs) return
    const everyMs = chainOf(session).blockTimeMs
    againAtMs = nowMs + everyMs
    await requestScan(deps, session, { asker: 'page', everyMs })
  }
}
