import { recheckAt } from '../../payments/checkout-sessions/rules/decide-session.ts'
import { awaitsConfirmation } from '../../payments/checkout-sessions/rules/next-scan.ts'
import { nextTry, wakeTime } from '../../payments/checkout-sessions/rules/wake-time.ts'
import { scanSession } from '../../payments/ledger/scanning/scan-session.ts'
import type { StartTimer, WatchDeps, WatchInput } from './watch-session.ts'

export type RecheckOutcome = WatchInput &
  ({ decided: true } | { decided: false; waitUntil: string })

/** Re-checks follow the chain's block time, but are never closer together than this. */
const minimumWaitMs = 1000

/**
 * The task of `payment-confirmation`: counts the money again. Until the amount is decided or the session is closed, it
 * starts another execution for the next re-check.
 */
export async function recheckPayment(
  deps: WatchDeps & { startRecheck: StartTimer },
  { mode, sessionId, lap }: WatchInput,
): Promise<RecheckOutcome> {
  const session = await scanSession(deps, { mode, sessionId })
  const ref = { mode, sessionId, lap }
  if (!session || !awaitsConfirmation(session)) return { ...ref, decided: true }
  const missing = session.confirmationsRequired - session.received.confirmations
  // If none is missing, two nodes disagree: they may agree a block later.
  const blocksMs = Math.max(missing, 1) * deps.blockTimeMs(session.lock.chainId)
  const now = deps.now()
  const due = recheckAt(session, await deps.settings(mode)) ?? now
  const at = nextTry(now, { due, shortestMs: Math.max(blocksMs, minimumWaitMs) })
  await deps.startRecheck({ mode, sessionId }, { at, lap: lap + 1 })
  return { ...ref, decided: false, waitUntil: wakeTime(at) }
}
