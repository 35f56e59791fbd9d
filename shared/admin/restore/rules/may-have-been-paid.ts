import {
  type CheckoutSession,
  isFulfillable,
} from '../../../payments/checkout-sessions/rules/checkout-session.ts'
import { windowEnd } from '../../../payments/checkout-sessions/rules/session-terms.ts'

/**
 * Whether a session may have been paid after its table was backed up: it was open then, or still is, because its money
 * was on its way past its window. What was paid before is in the table already.
 */
export function mayHaveBeenPaid(session: CheckoutSession, backedUpAt: Date): boolean {
  if (isFulfillable(session.status)) return false
  return session.closedAt === null || windowEnd(session) >= backedUpAt
}
