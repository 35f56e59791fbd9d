import type { CheckoutView } from '../../shared/checkout-sessions/wire/checkout.ts'
import type { CoinStep, WalletStep } from './customer-steps.ts'
import { text } from './text.ts'

/** "USDC on Base" */
export function coinName({ asset, chainName }: Pick<CheckoutView, 'asset' | 'chainName'>): string {
  return `${asset} ${text.coin.on(chainName)}`
}

/** What to do after a choice that failed. */
export function coinFailure({ choice, refusal }: Extract<CoinStep, { kind: 'failed' }>): string {
  return text.coin.failed[refusal](coinName(choice))
}

/** What to do after a wallet did not pay. The network carries its number, which wallets ask for. */
export function walletFailure(
  { wallet, failure }: Extract<WalletStep, { kind: 'failed' }>,
  { chainName, chainId }: Pick<CheckoutView, 'chainName' | 'chainId'>,
): string {
  return text.wallets.failed[failure](wallet, `${chainName} (chain ID ${chainId})`)
}
