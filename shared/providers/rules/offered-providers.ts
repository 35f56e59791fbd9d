import type { CheckoutSession } from '../../checkout-sessions/rules/checkout-session.ts'
import { isUntouched } from '../../checkout-sessions/rules/checkout-steps.ts'
import { lastDeadline } from '../../checkout-sessions/rules/session-terms.ts'

/** Whether a session can be paid through providers: opened by a link, priced in US dollars, and not paid yet. */
export function mayUseProviders(session: CheckoutSession, now: Date): boolean {
  if (session.linkId === null || session.fiat.currency !== 'USD') return false
  return isUntouched(session) && now <= lastDeadline(session)
}
