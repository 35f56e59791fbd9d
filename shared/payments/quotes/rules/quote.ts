import type { Mode } from '../../../kernel/mode.ts'
import type { PriceLock } from '../../checkout-sessions/rules/checkout-session.ts'

/** A price that is locked until `lock.expiresAt` for one session. */
export type Quote = {
  id: string
  mode: Mode
  linkId: string | null
  fiat: { amount: string; currency: string }
  /** ETH/USD at creation, whatever the asset. */
  ethPriceUsd: string
  lock: PriceLock
  /** The session created from it, if any. */
  checkoutSessionId: string | null
  createdAt: Date
}
