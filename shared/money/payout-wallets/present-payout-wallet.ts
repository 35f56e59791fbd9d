import { chainName } from '../../chain/chains.ts'
import { inEffect, type PayoutAddress, type PayoutWallet } from './rules/payout-wallet.ts'
import type { ShownPayoutWallet } from './wire/payout-wallet.ts'

export function presentPayoutWallet(wallet: PayoutWallet, now: Date): ShownPayoutWallet {
  const { mode, chainId, current, next } = inEffect(wallet, now)
  const chain = chainName(chainId)
  return { mode, chainId, chain, ...present(current), next: next && present(next) }
}

function present({ address, effectiveAt }: PayoutAddress) {
  return { address, effectiveAt: effectiveAt.toISOString() }
}
