import * as z from 'zod'
import { newId, newSlug, type RandomBytes } from '../kernel/ids.ts'
import type { Mode } from '../kernel/mode.ts'
import { merchant } from '../kernel/operation/caller.ts'
import type { Decision } from '../kernel/operation/commit.ts'
import type { RequestOf } from '../kernel/operation/merchant-request.ts'
import { created, noInput, operation } from '../kernel/operation/operation.ts'
import { fiatAmount, fiatCurrency } from '../kernel/wire/fiat.ts'
import { url } from '../kernel/wire/url.ts'
import { requireSupportedCurrency } from '../prices/supported-currencies.ts'
import type { Settings } from '../settings/rules/settings.ts'
import { refuseInsecureUrls } from './rules/redirect-urls.ts'
import { paymentLinkCreation } from './store/payment-links.ts'
import {
  description,
  type PaymentLinkBody,
  paymentLink,
  presentPaymentLink,
  title,
} from './wire/payment-link.ts'

export const createPaymentLink = operation({
  name: 'create-payment-link',
  route: 'POST /api/v1/payment_links',
  caller: merchant('links:write'),
  input: {
    ...noInput,
    body: z.strictObject({
      title,
      description: description.default(null),
      fiatAmount,
      fiatCurrency: fiatCurrency.default('USD'),
      successUrl: url.nullable().default(null),
      cancelUrl: url.nullable().default(null),
    }),
  },
  output: created(paymentLink),
  errors: ['unsupported_currency'],
  touches: { table: 'write' },
  docs: {
    tag: 'Payment links',
    summary: 'Create a payment link',
    description: 'A link is reusable: each visit to its page creates a new checkout session.',
    example: { title: 'A year of letters', fiatAmount: '12.00', fiatCurrency: 'USD' },
  },
})

type Services = {
  now: () => Date
  randomBytes: RandomBytes
  settings: (mode: Mode) => Promise<Settings>
  /** Codes of the currencies that have an exchange rate. */
  currencies: () => Promise<readonly string[]>
}

/** Creates an active link with a slug that no link ever had. If a slug is taken, the next attempt uses another. */
export async function runCreatePaymentLink(
  { currencies, settings: settingsOf, now, randomBytes }: Services,
  { mode, body }: RequestOf<typeof createPaymentLink>,
): Promise<Decision<PaymentLinkBody>> {
  const { successUrl, cancelUrl, fiatCurrency: currency } = body
  const [supported, settings] = await Promise.all([currencies(), settingsOf(mode)])
  requireSupportedCurrency(supported, { currency, param: 'fiatCurrency' })
  refuseInsecureUrls({ successUrl, cancelUrl }, settings)
  const createdAt = now()
  const link = {
    ...body,
    id: newId('paymentLink', createdAt, randomBytes),
    mode,
    slug: newSlug(randomBytes),
    active: true,
    createdAt,
    updatedAt: createdAt,
  }
  return { writes: paymentLinkCreation(link), result: presentPaymentLink(link, settings) }
}
