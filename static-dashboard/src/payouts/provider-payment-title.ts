import { fill } from '../../../shared/kernel/template.ts'
import { providerFacts } from '../../../shared/records/integrations/rules/provider-name.ts'
import { formatShortly } from '../format-amount.ts'
import type { Operations } from '../operations.ts'
import { money } from '../texts/money/money.ts'

type Payment = Operations['list-unmatched-payments']['output']['payments'][number]

/** About a reported payment that doesn't count, such as "47.00 USD were paid through MoonPay". */
export function providerPaymentTitle(
  payment: Pick<Payment, 'amount' | 'currency' | 'provider'>,
): string {
  const { amount, currency } = payment
  const provider = providerFacts[payment.provider].title
  if (amount === null) return fill(money.home.paymentUnknown, { provider })
  const values = { amount: formatShortly(amount), currency: currency ?? '', provider }
  return fill(money.home.payment, values)
}
