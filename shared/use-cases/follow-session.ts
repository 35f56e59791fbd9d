import type { CheckoutView } from '../contract/checkout.ts'
import type { CheckoutSession } from '../domain/checkout-session.ts'
import { loadCheckoutSession } from '../store/sessions.ts'
import {
  chainOf,
  type PresentSessionDeps,
  sessionOnPage,
  sessionPresenter,
} from './present-session.ts'
import { type RequestScanDeps, requestScan } from './request-scan.ts'

export type FollowSessionDeps = PresentSessionDeps &
  RequestScanDeps & {
    wait: (milliseconds: number) => Promise<unknown>
  }

export type SessionNews = { type: 'session'; view: CheckoutView } | { type: 'heartbeat' }

export type FollowRhythm = { lookMs: number; heartbeatMs: number; lastsMs: number }

/** Shorter than every time-out on the way (gateway, CDN, function): the page connects again by itself. */
const followRhythm: FollowRhythm = { lookMs: 1000, heartbeatMs: 15_000, lastsMs: 50_000 }

/**
 * The session now, then every new version of it, and a heartbeat where there is nothing new, until it is closed or
 * the time is up. Being watched has its address scanned, once per block. Throws `resource_not_found` before the first
 * piece of news.
 */
export async function followSession(
  deps: FollowSessionDeps,
  { id }: { id: string },
  rhythm: FollowRhythm = followRhythm,
): Promise<AsyncGenerator<SessionNews>> {
  const session = await sessionOnPage(deps.table, id)
  return newsOf(deps, session, rhythm)
}

async function* newsOf(
  deps: FollowSessionDeps,
  first: CheckoutSession,
  { lookMs, heartbeatMs, lastsMs }: FollowRhythm,
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
    if (session.closedAt || nowMs() >= endsAtMs) return
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
