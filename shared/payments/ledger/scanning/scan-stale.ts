import { ChainTooSlow } from '../../../chain/nodes/ask-chain.ts'
import { eachAtOnce } from '../../../kernel/each-at-once.ts'
import { noteScanFailure, type OpenSession } from '../../checkout-sessions/store/open-sessions.ts'
import { isStale, type OpenCheck, rankOf, recentOf } from './open-check.ts'
import { isOver, type Later, type Round } from './reconcile-round.ts'
import { scanSession } from './scan-session.ts'

/** Concurrent scans per chain. */
const scansAtOnce = 5

/** Scans urgent checks now, and the rest after all pages are read. */
export async function scanStale(round: Round, checks: Iterable<OpenCheck>): Promise<void> {
  const now = round.deps.now()
  const first: OpenCheck[] = []
  for (const check of checks) {
    if (check.isPlanned || !isStale(check, now)) continue
    check.isPlanned = true
    const rank = rankOf(check)
    if (rank === 0) first.push(check)
    else leaveForLater(round, { session: check.session, rank })
  }
  await eachAtOnce(first, scansAtOnce, (check) => scan(round, check.session, recentOf(check)))
}

function leaveForLater({ later }: Round, waiting: Later): void {
  const { chainId } = waiting.session.lock
  const others = later.get(chainId)
  if (others) others.push(waiting)
  else later.set(chainId, [waiting])
}

/** Scans the postponed checks; sessions whose last scan failed come last. Chains don't wait for each other. */
export async function scanAllLater(round: Round): Promise<void> {
  const waiting = [...round.later.values()]
  round.later.clear()
  await Promise.all(waiting.map((later) => scanLater(round, later)))
}

function scanLater(round: Round, later: readonly Later[]): Promise<void> {
  const ordered = later.toSorted((a, b) => a.rank - b.rank)
  return eachAtOnce(ordered, scansAtOnce, ({ session }) => scan(round, session))
}

async function scan(
  round: Round,
  session: OpenSession,
  recent?: ReturnType<typeof recentOf>,
): Promise<void> {
  const { deps, report } = round
  if (isOver(round)) {
    report.postponed += 1
    return
  }
  const { mode, id: sessionId } = session
  report.scanned += 1
  try {
    await scanSession(deps, { mode, sessionId }, { recent })
  } catch (error) {
    report.failures.push(error)
    // A hanging chain is not the session's fault.
    if (error instanceof ChainTooSlow && error.silent) return
    await noteScanFailure(deps.table, session, deps.now()).catch((failure: unknown) =>
      report.failures.push(failure),
    )
  }
}
