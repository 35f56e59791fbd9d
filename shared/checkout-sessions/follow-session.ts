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

export type SessionNews = { type: 'session'; view: CheckoutView } | { type: 'heartbeat' }

export type FollowRhythm = { lookMs: number; heartbeatMs: number; lastsMs: number }

export type FollowSession = {
  id: string
  /** As CloudFront reports it. */
  viewerAddress: string
  /** Aborts when nobody reads the news any more. */
  left?: AbortSignal | undefined
}

/** A stream holds a function for as long as it lasts, read or not: the page connects again by itself. */
const followRhythm: FollowRhythm = {
  lookMs: 1000,
  heartbeatMs: 15_000,
  lastsMs: streamSeconds * 1000,
}

/**
 * The session now, then every new version of it, and a heartbeat if there is nothing new, until it is closed, the
 * reader leaves or the time is up. Being watched has its address scanned, once per block. Throws `resource_not_found` and
 * `rate_limit_exceeded` before the first piece of news; the session itself can be asked for all the same.
 */
export async function followSession(
  deps: FollowSessionDeps,
  { id, viewerAddress, left }: FollowSession,
  rhythm: FollowRhythm = followRhythm,
): Promise<AsyncGenerator<SessionNews>> {
  await limitClientStreams(deps, viewerAddress)
  const session = await sessionOnPage(deps.table, id)
  await limitSessionStreams(deps, session)
  return newsOf(deps, session, { ...rhythm, left })
}

async function* newsOf(
  deps: FollowSessionDeps,
  first: CheckoutSession,
  { lookMs, heartbeatMs, lastsMs, left }: FollowRhythm & Pick<FollowSession, 'left'>,
): AsyncGenerator<SessionNews> {
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
    await deps.wait(lookMs)
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
