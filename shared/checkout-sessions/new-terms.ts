import type { Chain } from '../chain/chain.ts'
import type { LockedPrice } from '../quotes/lock-price.ts'
import type { Settings } from '../settings/rules/settings.ts'
import type { Terms } from './rules/checkout-session.ts'

/** A session's terms for a price on `chain` locked at `at`, with the durations from the settings. */
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
