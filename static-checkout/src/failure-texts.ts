import type { CheckoutView } from '../../shared/checkout-sessions/wire/checkout.ts'
import type { CoinStep, WalletStep } from './customer-steps.ts'
import { text } from './text.ts'

/** "USDC on Base" */
export function coinName({ asset, chainName }: Pick<CheckoutView, 'asset' | 'chainName'>): string {
  return `${asset} ${text.coin.on(chainName)}`
}

/** Returns what to do after a failed choice of coin. */
export function coinFailure({ choice, rejection }: Extract<CoinStep, { kind: 'failed' }>): string {
  return text.coin.failed[rejection](coinName(choice))
}

/** Returns what to do after a wallet failed to pay. Includes the chain id, which wallets ask for. */
export function walletFailure(
  { wallet, failure }: Extract<WalletStep, { kind: 'failed' }>,
  { chainName, chainId }: Pick<CheckoutView, 'chainName' | 'chainId'>,
): string {
  return text.wallets.failed[failure](wallet, `${chainName} (chain ID ${chainId})`)
}
