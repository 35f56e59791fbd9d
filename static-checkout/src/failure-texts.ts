import type { CheckoutView } from '../../shared/checkout-sessions/wire/checkout.ts'
import type { CoinStep, WalletStep } from './customer-steps.ts'
import { fill } from './texts/template.ts'
import { text } from './texts/text.ts'

/** "USDC on Base" */
export function coinName({ asset, chainName }: Pick<CheckoutView, 'asset' | 'chainName'>): string {
  return fill(text.coinOn, { asset, chain: chainName })
}

/** Returns what to do after a failed choice of coin. */
export function coinFailure({ choice, rejection }: Extract<CoinStep, { kind: 'failed' }>): string {
  return fill(text.coin.failed[rejection], { choice: coinName(choice) })
}

/** Returns what to do after a wallet failed to pay. Includes the chain id, which wallets ask for. */
export function walletFailure(
  { wallet, failure }: Extract<WalletStep, { kind: 'failed' }>,
  { chainName, chainId }: Pick<CheckoutView, 'chainName' | 'chainId'>,
): string {
  const network = `${chainName} (chain ID ${chainId})`
  return fill(text.wallets.failed[failure], { wallet, network })
}
