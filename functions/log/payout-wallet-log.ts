import type { PayoutWallet } from '../../shared/money/payout-wallets/rules/payout-wallet.ts'
import { warn } from './log.ts'

/** Logs a change that was ordered or cancelled, so that the alarm's reader finds the chain and the moment. */
export function payoutWalletChanged({ mode, chainId, current, next }: PayoutWallet): void {
  warn('payout wallet changed', {
    mode,
    chainId,
    from: current.address,
    ...(next && { to: next.address, effectiveAt: next.effectiveAt.toISOString() }),
  })
}
