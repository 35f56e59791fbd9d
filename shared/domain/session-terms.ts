import type { CheckoutSession, PriceLock, Terms } from './checkout-session.ts'

/**
 * The session as it is, then as it would be under each of its other terms that money may still select: any of them while
 * it is pending, later those in the same asset, since it is one and the same money that they count.
 */
export function candidatesOf(session: CheckoutSession): CheckoutSession[] {
  const others = session.otherTerms.filter(({ lock }) => maySelect(session, lock))
  return [session, ...others.map((terms) => underTerms(session, terms))]
}

/** The session under the terms of `lock`; undefined where that is none of its own or can't be selected any more. */
export function underLock(session: CheckoutSession, lock: PriceLock): CheckoutSession | undefined {
  return candidatesOf(session).find((candidate) => isSameLock(candidate.lock, lock))
}

/** The session asking for something else from now on; what it asked for so far stays among its other terms. */
export function underTerms(session: CheckoutSession, terms: Terms): CheckoutSession {
  const others = session.otherTerms.filter((other) => !isSameLock(other.lock, terms.lock))
  return { ...session, ...terms, otherTerms: [...others, termsOf(session)] }
}

/** Until when money may come in time under any of the session's terms. */
export function lastDeadline({
  expiresAt,
  otherTerms,
}: Pick<CheckoutSession, 'expiresAt' | 'otherTerms'>): Date {
  return new Date(Math.max(...[expiresAt, ...otherTerms.map((t) => t.expiresAt)].map(Number)))
}

export function isSameAsset(
  a: Pick<PriceLock, 'chainId' | 'tokenAddress'>,
  b: Pick<PriceLock, 'chainId' | 'tokenAddress'>,
): boolean {
  return a.chainId === b.chainId && a.tokenAddress === b.tokenAddress
}

function maySelect({ status, lock }: CheckoutSession, other: PriceLock): boolean {
  if (status === 'pending') return true
  return (status === 'detected' || status === 'underpaid') && isSameAsset(lock, other)
}

function isSameLock(a: PriceLock, b: PriceLock): boolean {
  return (
    isSameAsset(a, b) &&
    a.amountBase === b.amountBase &&
    a.expiresAt.getTime() === b.expiresAt.getTime()
  )
}

function termsOf({ lock, expiresAt, lateUntil, confirmationsRequired }: Terms): Terms {
  return { lock, expiresAt, lateUntil, confirmationsRequired }
}
