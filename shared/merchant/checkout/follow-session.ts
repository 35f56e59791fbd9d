import type { LimitVisits } from '../../kernel/operation/page-request.ts'
import type { CheckoutSession } from '../../payments/checkout-sessions/rules/checkout-session.ts'
import { loadCheckoutSession } from '../../payments/checkout-sessions/store/sessions.ts'
import {
  pageScanInterval,
  type RequestScanDeps,
  requestScan,
} from '../../payments/ledger/scanning/request-scan.ts'
import { limitClientStreams, limitSessionStreams, streamSeconds } from './limit-streams.ts'
import {
  chainOf,
  type PresentSessionDeps,
  sessionOnPage,
  sessionPresenter,
} from './present-session.ts'
import type { CheckoutView } from './wire/checkout.ts'

export type FollowSessionDeps = PresentSessionDeps &
  RequestScanDeps & {
    wait: (milliseconds: number) => Promise<unknown>
    /** How many streams of both modes may be open at a time. */
    mostStreams: number
  }

export type SessionUpdate = { type: 'session'; view: CheckoutView } | { type: 'heartbeat' }

export type FollowTiming = { pollMs: number; heartbeatMs: number; durationMs: number }

export type FollowSession = {
  id: string
  /** The client's address, as CloudFront reports it. */
  viewerAddress: string
  /** Aborts when the client disconnects. */
  disconnected?: AbortSignal | undefined
  limit: LimitVisits
}

/** A stream occupies a function while it lasts, read or not, so it is short: the page reconnects by itself. */
const followTiming: FollowTiming = {
  pollMs: 1000,
  heartbeatMs: 15_000,
  durationMs: streamSeconds * 1000,
}

/**
 * The session now, then every new version of it, and a heartbeat if nothing changes, until it is closed, the client
 * disconnects or the time is up. Meanwhile its address is scanned at intervals. Throws `resource_not_found` and
 * `rate_limit_exceeded` before the first update.
 */
export async function followSession(
  deps: FollowSessionDeps,
  { id, viewerAddress, disconnected, limit }: FollowSession,
  timing: FollowTiming = followTiming,
): Promise<AsyncGenerator<SessionUpdate>> {
  await limitClientStreams(limit, viewerAddress)
  const session = await sessionOnPage(deps.table, id)
  const { mostStreams } = deps
  await limitSessionStreams(limit, { ...session, mostStreams })
  return updatesOf(deps, session, { ...timing, disconnected })
}

async function* updatesOf(
  deps: FollowSessionDeps,
  first: CheckoutSession,
  {
    pollMs,
    heartbeatMs,
    durationMs,
    disconnected,
  }: FollowTiming & Pick<FollowSession, 'disconnected'>,
): AsyncGenerator<SessionUpdate> {
  const present = await sessionPresenter(deps, first)
  const scan = scanPerBlock(deps)
  const nowMs = () => deps.now().getTime()
  const endsAtMs = nowMs() + durationMs
  let sentAtMs = nowMs()
  let shownVersion = 0
  let session: CheckoutSession | undefined = first
  while (session) {
    const isNew = session.version !== shownVersion
    if (isNew || nowMs() - sentAtMs >= heartbeatMs) {
      yield isNew ? { type: 'session', view: present(session) } : { type: 'heartbeat' }
      shownVersion = session.version
      sentAtMs = nowMs()
    }
    if (session.closedAt || disconnected?.aborted || nowMs() >= endsAtMs) return
    await scan(session)
    await deps.wait(pollMs)
    session = await loadCheckoutSession(deps.table, session.mode, session.id)
  }
}

/** Avoids requests that the table would reject anyway. */
function scanPerBlock(deps: FollowSessionDeps): (session: CheckoutSession) => Promise<void> {
  let againAtMs = 0
  return async (session) => {
    const nowMs = deps.now().getTime()
    if (nowMs < againAtMs) return
    const everyMs = await pageScanInterval(deps, chainOf(session))
    againAtMs = nowMs + everyMs
    await requestScan(deps, session, { asker: 'page', everyMs })
  }
}
