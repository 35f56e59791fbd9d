import type { CheckoutSession } from '../../payments/checkout-sessions/rules/checkout-session.ts'
import {
  type CheckClosedSessionDeps,
  checkClosedSession,
} from '../../payments/ledger/scanning/check-closed-session.ts'
import {
  type ScanDeps,
  type ScanInput,
  scanSession,
} from '../../payments/ledger/scanning/scan-session.ts'

export type CheckSessionDeps = ScanDeps & CheckClosedSessionDeps

/**
 * Scans a session's address on request. A closed session is scanned at any age and on every enabled chain. Undefined if
 * there is no such session. Throws `ChainUnavailable`, or for a closed session an `AggregateError` with the errors of
 * the chains that could not be read; what the others return is still recorded.
 */
export async function checkSession(
  deps: CheckSessionDeps,
  input: ScanInput,
): Promise<CheckoutSession | undefined> {
  const session = await scanSession(deps, input)
  if (session?.closedAt) await checkClosedSession(deps, session)
  return session
}
