import type { Chain } from '../../chain/chain.ts'
import type { Terms } from '../../payments/checkout-sessions/rules/checkout-session.ts'
import type { LockedPrice } from '../../payments/quotes/lock-price.ts'
import { confirmationsOf } from '../../records/settings/rules/confirmations-of.ts'
import type { Settings } from '../../records/settings/rules/settings.ts'

/** A session's terms for a price on `chain` locked at `at`: for `ttlSeconds`, or as long as the settings say. */
export function newTerms(
  { lock }: LockedPrice,
  {
    chain,
    settings,
    at,
    ttlSeconds = settings.sessionTtlSeconds,
  }: { chain: Chain; settings: Settings; at: Date; ttlSeconds?: number },
): Terms {
  const expiresAt = new Date(at.getTime() + ttlSeconds * 1000)
  return {
    lock: { ...lock, expiresAt },
    expiresAt,
    lateUntil: new Date(expiresAt.getTime() + settings.lateGraceSeconds * 1000),
    confirmationsRequired: confirmationsOf(settings, chain),
  }
}
