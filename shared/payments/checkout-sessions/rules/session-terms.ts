import type { CheckoutSession, PriceLock, Terms } from './checkout-session.ts'

/** The session under its current terms, then under each of its other terms, which money may still select. */
export function candidatesOf(session: CheckoutSession): CheckoutSession[] {
  return [session, ...session.otherTerms.map((terms) => underTerms(session, terms))]
}

/** The session under the terms of `lock`; undefined if it never had them. */
export function underLock(session: CheckoutSession, lock: PriceLock): CheckoutSession | undefined {
  return candidatesOf(session).find((candidate) => isSameLock(candidate.lock, lock))
}

/** The session with new terms; the current ones join its other terms. */
function underTerms(session: CheckoutSession, terms: Terms): CheckoutSession {
  const others = session.otherTerms.filter((other) => !isSameLock(other.lock, terms.lock))
  return { ...session, ...terms, otherTerms: [...others, termsOf(session)] }
}

/**
 * The session once the customer chose `terms`, and no provider. From then on, a provisional price holds no longer than
 * theirs.
 */
export function chosenTerms(session: CheckoutSession, terms: Terms): CheckoutSession {
  const isLonger = session.pricing === 'provisional' && session.expiresAt > terms.expiresAt
  const shown = isLonger ? { ...session, ...endingWith(session, terms) } : session
  const provider = session.provider && { ...session.provider, isLeft: true }
  return { ...underTerms(shown, terms), pricing: 'chosen', provider }
}

function endingWith(
  { lock }: Terms,
  { expiresAt, lateUntil }: Terms,
): Omit<Terms, 'confirmationsRequired'> {
  return { lock: { ...lock, expiresAt }, expiresAt, lateUntil }
}

/** The last time at which money arrives in time: under any of the session's terms, or through a provider. */
export function lastDeadline({
  expiresAt,
  otherTerms,
  provider,
}: Pick<CheckoutSession, 'expiresAt' | 'otherTerms' | 'provider'>): Date {
  const deadlines = [expiresAt, ...otherTerms.map((terms) => terms.expiresAt)]
  return new Date(Math.max(...deadlines.map(Number), Number(provider?.expiresAt ?? 0)))
}

/**
 * The last time at which money can change a session that has seen some: late for its own terms, or in time for others.
 */
export function windowEnd(
  session: Pick<CheckoutSession, 'expiresAt' | 'lateUntil' | 'otherTerms' | 'provider'>,
): Date {
  return new Date(Math.max(session.lateUntil.getTime(), lastDeadline(session).getTime()))
}

/** The session with no deadline after `at`, however long it had; each window of grace keeps its length. */
export function endedAt(session: CheckoutSession, at: Date): CheckoutSession {
  const { provider, otherTerms } = session
  return {
    ...session,
    ...termsUntil(session, at),
    otherTerms: otherTerms.map((terms) => termsUntil(terms, at)),
    provider: provider && { ...provider, expiresAt: earlier(provider.expiresAt, at) },
  }
}

function termsUntil(terms: Terms, at: Date): Terms {
  const expiresAt = earlier(terms.expiresAt, at)
  const graceMs = terms.lateUntil.getTime() - terms.expiresAt.getTime()
  const lateUntil = new Date(expiresAt.getTime() + graceMs)
  return { ...termsOf(terms), ...endingWith(terms, { ...terms, expiresAt, lateUntil }) }
}

function earlier(a: Date, b: Date): Date {
  return a < b ? a : b
}

/**
 * Whether every chain had a block past all of the session's deadlines, without money in time. A session that its merchant
 * expired ended without that.
 */
export function isProvablyExpired(session: CheckoutSession): boolean {
  return session.status === 'expired' && session.updatedAt > lastDeadline(session)
}

/** Terms with the same key share a reading. */
export function assetKey({ lock, confirmationsRequired }: Terms): string {
  return `${lock.chainId}#${lock.tokenAddress ?? 'native'}#${confirmationsRequired}`
}

export function isSameAsset(
  a: Pick<PriceLock, 'chainId' | 'tokenAddress'>,
  b: Pick<PriceLock, 'chainId' | 'tokenAddress'>,
): boolean {
  return a.chainId === b.chainId && a.tokenAddress === b.tokenAddress
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
