import type { CheckoutSession } from '../../../payments/checkout-sessions/rules/checkout-session.ts'
import { lastDeadline } from '../../../payments/checkout-sessions/rules/session-terms.ts'
import type { ProviderName } from '../../../records/integrations/rules/provider-name.ts'
import { type CheckoutMethod, inOrder } from '../../../records/settings/rules/checkout-ways.ts'
import { isUntouched } from './checkout-steps.ts'

/** Whether a session can be paid through providers: opened by a link, priced in US dollars, and not paid yet. */
export function mayUseProviders(session: CheckoutSession, now: Date): boolean {
  if (session.linkId === null || session.fiat.currency !== 'USD') return false
  return isUntouched(session) && now <= lastDeadline(session)
}

/** The ways in which a session can be paid now, in the merchant's order. */
export function methodsOf(
  session: CheckoutSession,
  { order, enabled, now }: MethodsOffered,
): CheckoutMethod[] {
  const providers = mayUseProviders(session, now) ? enabled : []
  return inOrder(order).filter((method) => method === 'coins' || providers.includes(method))
}

type MethodsOffered = {
  order: readonly CheckoutMethod[]
  /** The providers that the operator has enabled. */
  enabled: readonly ProviderName[]
  now: Date
}
