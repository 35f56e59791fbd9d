import type * as z from 'zod'
import { newId, newSlug, type RandomBytes } from '../../kernel/ids.ts'
import type { Mode } from '../../kernel/mode.ts'
import { merchant } from '../../kernel/operation/caller.ts'
import type { Decision } from '../../kernel/operation/commit.ts'
import { created, noInput, operation } from '../../kernel/operation/operation.ts'
import { refuseInsecureUrls } from '../../kernel/redirect-urls.ts'
import { requireSupportedCurrency } from '../prices/supported-currencies.ts'
import type { Settings } from '../settings/rules/settings.ts'
import { paymentLinkCreation, titleWords } from './store/payment-links.ts'
import { type PaymentLinkBody, paymentLink, presentPaymentLink } from './wire/payment-link.ts'
import { createPaymentLinkBody, type newPaymentLink } from './wire/payment-link-input.ts'

export const createPaymentLink = operation({
  name: 'create-payment-link',
  route: 'POST /api/v1/payment_links',
  caller: merchant('links:write'),
  input: { ...noInput, body: createPaymentLinkBody },
  output: created(paymentLink),
  errors: ['unsupported_currency'],
  touches: { table: 'write', administers: ['payment-links'] },
  docs: {
    tag: 'Payment links',
    summary: 'Create a payment link',
    description:
      'A link is reusable: each visit to its page creates a new checkout session. Pass its price as `amount`, or as `fiatAmount` and `fiatCurrency`.',
    example: { title: 'A year of letters', fiatAmount: '12.00', fiatCurrency: 'USD' },
  },
})

export type CreateLinkServices = {
  now: () => Date
  randomBytes: RandomBytes
  settings: (mode: Mode) => Promise<Settings>
  /** Codes of the currencies that have an exchange rate. */
  currencies: () => Promise<readonly string[]>
}

type NewLink = {
  mode: Mode
  body: z.infer<typeof newPaymentLink> & { currencyField?: string }
}

/** Creates an active link with a slug that no link ever had. If a slug is taken, the next attempt uses another. */
export async function runCreatePaymentLink(
  { currencies, settings: settingsOf, now, randomBytes }: CreateLinkServices,
  { mode, body }: NewLink,
): Promise<Decision<PaymentLinkBody>> {
  const { currencyField: param = 'fiatCurrency', ...fields } = body
  const { successUrl, cancelUrl, fiatCurrency: currency } = fields
  const [supported, settings] = await Promise.all([currencies(), settingsOf(mode)])
  requireSupportedCurrency(supported, { currency, param })
  refuseInsecureUrls({ successUrl, cancelUrl }, settings)
  const createdAt = now()
  const link = {
    ...fields,
    id: newId('paymentLink', createdAt, randomBytes),
    mode,
    slug: newSlug(randomBytes),
    active: true,
    createdAt,
    updatedAt: createdAt,
  }
  return {
    writes: [...paymentLinkCreation(link), ...titleWords(link)],
    result: presentPaymentLink(link, settings),
  }
}
