import { fill } from '../../shared/kernel/template.ts'
import type { CheckoutView } from '../../shared/merchant/checkout/wire/checkout.ts'
import type { CoinStep } from './customer-steps.ts'
import { text } from './texts/text.ts'

/** "USDC on Base" */
export function coinName({ asset, chainName }: Pick<CheckoutView, 'asset' | 'chainName'>): string {
  return fill(text.coinOn, { asset, chain: chainName })
}

export function coinFailure({ choice, rejection }: Extract<CoinStep, { kind: 'failed' }>): string {
  return fill(text.coin.failed[rejection], { choice: coinName(choice) })
}
