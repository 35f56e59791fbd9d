import type { PaymentReason } from './provider-payment.ts'

export const paymentAdvice = {
  partial: 'Less was paid than the order asks for. Accept it, or refund it at the provider.',
  amount_unknown: 'The provider reported no amount. Compare it in the provider’s dashboard.',
  amount_short: 'Less was paid than the order asks for. Accept it, or refund it at the provider.',
  wrong_currency: 'It was paid in another currency. Compare its value, then accept or refund it.',
  wrong_wallet: 'The coins went to another wallet than yours, so you have not been paid.',
  wrong_asset: 'Another coin was delivered. Compare its value, then accept or refund it.',
  wrong_network: 'It was delivered on another network. Check that your wallet has it, then accept.',
  before_order: 'It is older than the order that it names, so it may belong to something else.',
  facts_missing:
    'The provider did not say to which wallet, in which coin or when it was paid. Compare it in its dashboard.',
  already_paid: 'It was paid already. Refund this one at the provider.',
  already_failed: 'It had failed. Accept it, or refund it at the provider.',
  too_late: 'It was confirmed more than 24 hours after it expired. Accept or refund it.',
  refunded: 'The provider refunded it after it was paid. Stop the delivery if you can.',
  partly_refunded:
    'The provider refunded a part of it after it was paid. Ask the provider how much.',
  not_delivered:
    'The customer paid, but the provider could not deliver the coins. Ask the provider.',
} as const satisfies Readonly<Record<PaymentReason, string>>
