import { type CheckoutSession, isFulfillable, type ProviderOrders } from './checkout-session.ts'
import { lastDeadline } from './session-terms.ts'

/** A purchase by card takes minutes, and the first one of a customer longer. */
const windowMs = 3_600_000

/** The time after its `expiresAt` in which a session can still be paid by a provider. */
const lateMs = 86_400_000

type Deadlines = Pick<CheckoutSession, 'expiresAt' | 'lateUntil' | 'otherTerms' | 'provider'>

/**
 * The session with one more order at a hosted provider. The first order, once, extends its time to 60 minutes from now;
 * the terms on the chain stay as they are, so that nobody gets an old price for longer.
 */
export function withProviderOrder(
  session: CheckoutSession,
  name: ProviderOrders['name'],
  now: Date,
): CheckoutSession {
  if (session.provider) {
    return { ...session, provider: { ...session.provider, name, isLeft: false } }
  }
  const until = Math.max(now.getTime() + windowMs, lastDeadline(session).getTime())
  return {
    ...session,
    provider: { name, expiresAt: new Date(until), paymentId: null, isLeft: false },
  }
}

/** The last time at which a provider's confirmation pays the session. */
export function lastConfirmation({ expiresAt, provider }: Deadlines): Date {
  return new Date((provider?.expiresAt ?? expiresAt).getTime() + lateMs)
}

/** The deadlines of the session as a whole: by its terms on the chain, and by its orders at providers, if any. */
export function deadlinesOf(session: Deadlines): { expiresAt: Date; lateUntil: Date } {
  const { expiresAt, lateUntil, provider } = session
  if (!provider) return { expiresAt, lateUntil }
  return { expiresAt: provider.expiresAt, lateUntil: lastConfirmation(session) }
}

/** Whether a provider paid the session, so that money at its address does not count. */
export function isPaidByProvider({
  status,
  provider,
}: Pick<CheckoutSession, 'status' | 'provider'>): boolean {
  return isFulfillable(status) && provider !== null && provider.paymentId !== null
}
