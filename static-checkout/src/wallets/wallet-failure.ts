import { fill } from '../../../shared/kernel/template.ts'
import type { CheckoutView } from '../../../shared/merchant/checkout/wire/checkout.ts'
import type { WalletStep } from '../customer-steps.ts'
import { payText } from '../texts/pay/pay-text.ts'

/** Returns what to do after a wallet failed to pay. Includes the chain id, which wallets ask for. */
export function walletFailure(
  { wallet, failure }: Extract<WalletStep, { kind: 'failed' }>,
  { chainName, chainId }: Pick<CheckoutView, 'chainName' | 'chainId'>,
): string {
  const network = `${chainName} (chain ID ${chainId})`
  return fill(payText.wallets.failed[failure], { wallet, network })
}
