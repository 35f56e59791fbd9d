import { warn } from '../../log/log.ts'
import type { PayoutWallet } from './rules/payout-wallet.ts'

/** Logs a change that was ordered or cancelled, so that the alarm's reader finds the chain and the moment. */
export function payoutWalletChanged({ mode, chainId, current, next }: PayoutWallet): void {
  warn('payout wallet changed', {
    mode,
    chainId,
    from: current.address,
    ...(next && { to: next.address, effectiveAt: next.effectiveAt.toISOString() }),
  })
}
