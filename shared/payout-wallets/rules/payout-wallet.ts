import type { Mode } from '../../kernel/mode.ts'
import type { Sealed } from '../../kernel/sealed.ts'

/** Where the swept money of a chain goes, and since or from when. */
export type PayoutAddress = { address: `0x${string}`; effectiveAt: Date }

/** The same, with a sealed copy of both. The sweep trusts only the copy; the rest is for display. */
export type SealedPayoutAddress = PayoutAddress & { sealed: Sealed }

/** The payout wallet of a mode and chain. */
export type PayoutWallet = {
  mode: Mode
  chainId: number
  current: SealedPayoutAddress
  /** A change that is not in effect yet, or has been since the item was last written. */
  next: SealedPayoutAddress | null
  version: number
}

/** A change takes effect this much later, so that the owner can cancel what they did not order. */
const changeDelayMs = 24 * 3_600_000

/** When an address takes effect that is set now: the first one of a chain at once. */
export function effectiveFrom(stored: PayoutWallet | undefined, now: Date): Date {
  return stored ? new Date(now.getTime() + changeDelayMs) : now
}

/** The same wallet, with a change in its place that is in effect by now. */
export function inEffect(wallet: PayoutWallet, now: Date): PayoutWallet {
  const { next } = wallet
  return next && next.effectiveAt <= now ? { ...wallet, current: next, next: null } : wallet
}

/** What a sealed payout address is bound to, so that it is worth nothing for another mode or chain. */
export function payoutWalletContext({
  mode,
  chainId,
}: Pick<PayoutWallet, 'mode' | 'chainId'>): Record<string, string> {
  return { item: 'payout-wallet', mode, chainId: String(chainId) }
}
