import { fill } from '../../../shared/kernel/template.ts'
import { formatAmount } from '../format-amount.ts'
import type { ShownPayment } from '../payments/timeline.ts'
import { money } from '../texts/money/money.ts'

type Refunded = Pick<ShownPayment['refunds'][number], 'amount' | 'asset'>

/** An amount with its asset. A hosted provider may not say how much it gave back. */
export function refundedAmount({ amount, asset }: Refunded): string {
  if (amount === null) return fill(money.onePayment.refunds.part, { asset })
  return `${formatAmount(amount.formatted, asset)} ${asset}`
}
