import type { Mode } from '../kernel/mode.ts'
import { scanSession } from '../ledger/scan-session.ts'
import { recheckAt } from './rules/decide-session.ts'
import { awaitsConfirmation } from './rules/next-scan.ts'
import { nextTry, wakeTime } from './rules/wake-time.ts'
import type { WatchDeps } from './watch-session.ts'

type SessionRef = { mode: Mode; sessionId: string }

export type RecheckOutcome = SessionRef &
  ({ decided: true } | { decided: false; waitUntil: string })

/** Re-checks follow the chain's block time, but are never closer together than this. */
const minimumWaitMs = 1000

/** The confirmation loop's task: counts the money again until the amount is decided or the session is closed. */
export async function recheckPayment(
  deps: WatchDeps,
  { mode, sessionId }: SessionRef,
): Promise<RecheckOutcome> {
  const session = await scanSession(deps, { mode, sessionId })
  if (!session || !awaitsConfirmation(session)) return { mode, sessionId, decided: true }
  const missing = session.confirmationsRequired - session.received.confirmations
  // If none is missing, two nodes disagree: they may agree a block later.
  const blocksMs = Math.max(missing, 1) * deps.blockTimeMs(session.lock.chainId)
  const now = deps.now()
  const due = recheckAt(session, await deps.settings(mode)) ?? now
  const at = nextTry(now, { due, shortestMs: Math.max(blocksMs, minimumWaitMs) })
  return { mode, sessionId, decided: false, waitUntil: wakeTime(at) }
}
