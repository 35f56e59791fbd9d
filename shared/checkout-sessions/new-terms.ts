import type { Chain } from '../chain/chain.ts'
import type { LockedPrice } from '../quotes/lock-price.ts'
import type { Settings } from '../settings/rules/settings.ts'
import type { Terms } from './rules/checkout-session.ts'

/** What a session asks for when a price on `chain` is locked at `at`, for as long as the settings say. */
export function newTerms(
  { lock }: LockedPrice,
  { chain, settings, at }: { chain: Chain; settings: Settings; at: Date },
): Terms {
  const expiresAt = new Date(at.getTime() + settings.sessionTtlSeconds * 1000)
  return {
    lock: { ...lock, expiresAt },
    expiresAt,
    lateUntil: new Date(expiresAt.getTime() + settings.lateGraceSeconds * 1000),
    confirmationsRequired: settings.confirmations[chain.chainId] ?? chain.confirmations,
  }
}
