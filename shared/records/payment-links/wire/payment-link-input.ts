import * as z from 'zod'
import { fiatAmount, fiatCurrency } from '../../../kernel/wire/fiat.ts'
import { redirectUrl } from '../../../kernel/wire/url.ts'
import { description, title } from './payment-link.ts'

/** What a new payment link needs. */
export const newPaymentLink = z.strictObject({
  title,
  description: description.default(null),
  fiatAmount,
  fiatCurrency: fiatCurrency.default('USD'),
  successUrl: redirectUrl.successUrl.default(null),
  cancelUrl: redirectUrl.cancelUrl.default(null),
})

/** What can be changed of a payment link; null clears. */
export const paymentLinkChanges = z
  .strictObject({
    title,
    description,
    fiatAmount,
    fiatCurrency,
    successUrl: redirectUrl.successUrl,
    cancelUrl: redirectUrl.cancelUrl,
    active: z.boolean(),
  })
  .partial()
