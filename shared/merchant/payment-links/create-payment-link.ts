import { newId, newSlug, type RandomBytes } from '../../kernel/ids.ts'
import type { Mode } from '../../kernel/mode.ts'
import { created, noInput } from '../../kernel/operation/operation.ts'
import { refuseInsecureUrls } from '../../kernel/redirect-urls.ts'
import { networks } from '../../payments/networks/enabled-chains.ts'
import { paymentLinkCreation, titleWords } from '../../records/payment-links/store/payment-links.ts'
import { paymentLink, presentPaymentLink } from '../../records/payment-links/wire/payment-link.ts'
import { createPaymentLinkBody } from '../../records/payment-links/wire/payment-link-input.ts'
import { requireSupportedCurrency } from '../../records/prices/supported-currencies.ts'
import { merchantOperation } from '../../records/settings/merchant-operation.ts'
import type { Settings } from '../../records/settings/rules/settings.ts'

export const createPaymentLink = merchantOperation({
  name: 'create-payment-link',
  route: 'POST /api/v1/payment_links',
  scope: 'links:write',
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
  needs: (_, { table }) => ({ currencies: networks(table).currencies }),
  /** Creates an active link with a slug that no link ever had. If a slug is taken, the next attempt uses another. */
  async run(
    { currencies, settings: settingsOf, now, randomBytes }: CreateLinkServices,
    { mode, body },
  ) {
    const { currencyField: param, ...fields } = body
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
  },
  readsAhead: ({ currencies }) => currencies(),
})

export type CreateLinkServices = {
  now: () => Date
  randomBytes: RandomBytes
  settings: (mode: Mode) => Promise<Settings>
  /** Codes of the currencies that have an exchange rate. */
  currencies: () => Promise<readonly string[]>
}
