import * as z from 'zod'
import { orderAmount } from '../../../kernel/wire/amounts.ts'
import { exactlyOneOf, whenGiven } from '../../../kernel/wire/exactly-one.ts'
import { fiatAmount, fiatCurrency } from '../../../kernel/wire/fiat.ts'
import { redirectUrl } from '../../../kernel/wire/url.ts'
import { description, title } from './payment-link.ts'

const described = {
  title: title.describe('What customers see on the page.'),
  description: description.describe('More of it, as plain text.'),
  fiatAmount: fiatAmount.describe('The price: a decimal number above 0 with at most 2 decimals.'),
  fiatCurrency: fiatCurrency.describe('A code of ISO 4217 that this instance has a rate for.'),
}

export const newPaymentLink = z.strictObject({
  title: described.title,
  description: described.description.default(null),
  fiatAmount: described.fiatAmount,
  fiatCurrency: described.fiatCurrency.default('USD'),
  successUrl: redirectUrl.successUrl.default(null),
  cancelUrl: redirectUrl.cancelUrl.default(null),
})

/** null clears a field. */
export const paymentLinkChanges = z
  .strictObject({
    ...described,
    successUrl: redirectUrl.successUrl,
    cancelUrl: redirectUrl.cancelUrl,
    active: z.boolean().describe('An inactive link opens no new sessions.'),
  })
  .partial()

const amount = orderAmount
  .optional()
  .describe(
    'The price, as sessions and quotes have it, in place of `fiatAmount` and `fiatCurrency`.',
  )

const otherNames = ['fiatAmount', 'fiatCurrency'] as const

function refuseTwoPrices(
  body: Partial<Record<'amount' | (typeof otherNames)[number], unknown>>,
  context: z.RefinementCtx,
): void {
  if (body.amount === undefined) return
  for (const param of otherNames) {
    if (body[param] === undefined) continue
    const message = 'cannot be combined with amount: send exactly one of them'
    context.addIssue({ code: 'custom', path: [param], message })
  }
}

type Amount = z.infer<typeof orderAmount> | undefined

/** The field in which the caller named the currency, for errors. */
const currencyField = (amount: Amount) => (amount ? 'amount.currency' : 'fiatCurrency')

/** The price is accepted by either name. */
export const createPaymentLinkBody = z.lazy(() =>
  newPaymentLink
    .extend({
      fiatAmount: described.fiatAmount.optional(),
      fiatCurrency: described.fiatCurrency.optional(),
      amount,
    })
    .superRefine(exactlyOneOf(['amount', 'fiatAmount']))
    .superRefine(refuseTwoPrices)
    .meta(whenGiven('amount', otherNames, { required: ['fiatAmount'] }))
    // One of both is given, as was checked.
    .transform(({ amount, fiatAmount = '', fiatCurrency = 'USD', ...link }) => ({
      ...link,
      fiatAmount: amount?.value ?? fiatAmount,
      fiatCurrency: amount?.currency ?? fiatCurrency,
      currencyField: currencyField(amount),
    })),
)

export const updatePaymentLinkBody = z.lazy(() =>
  paymentLinkChanges
    .extend({ amount })
    .superRefine(refuseTwoPrices)
    .meta(whenGiven('amount', otherNames, {}))
    .transform(({ amount, fiatAmount, fiatCurrency, ...changes }) => ({
      ...changes,
      fiatAmount: amount?.value ?? fiatAmount,
      fiatCurrency: amount?.currency ?? fiatCurrency,
      currencyField: currencyField(amount),
    })),
)
