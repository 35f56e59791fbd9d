import { type CheckClosedSessionDeps, checkClosedSession } from '../ledger/check-closed-session.ts'
import { type ScanDeps, type ScanInput, scanSession } from '../ledger/scan-session.ts'
import type { CheckoutSession } from './rules/checkout-session.ts'

export type CheckSessionDeps = ScanDeps & CheckClosedSessionDeps

/**
 * Looks at a session's address because somebody asked: where the session is closed, at any age and on every enabled
 * chain. Undefined where there is no such session. Throws `ChainUnavailable`, or an `AggregateError` of what kept chains
 * from being looked at for a closed one; what the others say is noted.
 */
export async function checkSession(
  deps: CheckSessionDeps,
  input: ScanInput,
): Promise<CheckoutSession | undefined> {
  const session = await scanSession(deps, input)
  if (session?.closedAt) await checkClosedSession(deps, session)
  return session
}
