import type { BigNumberInput } from '@medusajs/framework/types'
import { MathBN } from '@medusajs/framework/utils'
import type { CheckoutSession } from '../../../sdk/src/index.ts'

type Paid = Pick<CheckoutSession, 'amount' | 'amountReceived' | 'fiat'>

/**
 * Returns what a part of the price is in the asset that was paid, at the rate of the payment and rounded down. The whole price is
 * what was due, or less if less was accepted.
 */
export function refundAmount({ amount, amountReceived, fiat }: Paid, part: BigNumberInput): string {
  const whole = MathBN.min(amount.base, amountReceived.base)
  const base = MathBN.mult(whole, part).dividedToIntegerBy(fiat.amount)
  return base.shiftedBy(-amount.decimals).toFixed()
}
