import * as z from 'zod'
import { newId, newSlug, type RandomBytes } from '../../kernel/ids.ts'
import { type Mode, modes } from '../../kernel/mode.ts'
import { created, noInput } from '../../kernel/operation/operation.ts'
import { refuseInsecureUrls } from '../../kernel/redirect-urls.ts'
import type { PaymentLink } from '../../records/payment-links/rules/payment-link.ts'
import { paymentLinkCreation, titleWords } from '../../records/payment-links/store/payment-links.ts'
import {
  operatedLink,
  presentOperatedLink,
} from '../../records/payment-links/wire/operated-link.ts'
import { paymentLink, presentPaymentLink } from '../../records/payment-links/wire/payment-link.ts'
import {
  createPaymentLinkBody,
  newPaymentLink,
} from '../../records/payment-links/wire/payment-link-input.ts'
import { requireSupportedCurrency } from '../../records/prices/supported-currencies.ts'
import type { Settings } from '../../records/settings/rules/settings.ts'
import { sharedOperation } from '../../records/settings/shared-operation.ts'
import { pricingLinks } from './pricing-links.ts'

export const { merchant: createPaymentLink, operator: addLink } = sharedOperation({
  touches: { table: 'write', administers: ['payment-links'] },
  errors: ['unsupported_currency'],
  merchant: {
    name: 'create-payment-link',
    route: 'POST /api/v1/payment_links',
    scope: 'links:write',
    input: { ...noInput, body: createPaymentLinkBody },
    output: created(paymentLink),
    docs: {
      tag: 'Payment links',
      summary: 'Create a payment link',
      description:
        'A link is reusable: each visit to its page creates a new checkout session. Pass its price as `amount`, or as `fiatAmount` and `fiatCurrency`.',
      example: { title: 'A year of letters', fiatAmount: '12.00', fiatCurrency: 'USD' },
    },
    readsAhead: ({ currencies }) => currencies(),
    audits: () => false,
    asks: ({ mode, body }) => ({ mode, body }),
    shows: ({ link, settings }) => presentPaymentLink(link, settings),
  },
  operator: {
    name: 'add-link',
    role: 'operator',
    command: 'links create',
    input: newPaymentLink.extend({ mode: z.enum(modes) }),
    output: operatedLink,
    docs: { summary: 'Create a payment link' },
    asks: ({ mode, ...body }) => ({ mode, body: { ...body, currencyField: 'fiatCurrency' } }),
    shows: ({ link, settings }) => presentOperatedLink(link, settings),
  },
  needs: pricingLinks,
  /** Creates an active link with a slug that no link ever had. If a slug is taken, the next attempt uses another. */
  async run(
    { currencies, settings: settingsOf, now, randomBytes }: CreateLinkServices,
    { mode, body }: NewLink,
  ) {
    const { currencyField: param, ...fields } = body
    const { successUrl, cancelUrl, fiatCurrency: currency } = fields
    const [supported, settings] = await Promise.all([currencies(), settingsOf(mode)])
    requireSupportedCurrency(supported, { currency, param })
    refuseInsecureUrls({ successUrl, cancelUrl }, settings)
    const createdAt = now()
    const link: PaymentLink = {
      ...fields,
      id: newId('paymentLink', createdAt, randomBytes),
      mode,
      slug: newSlug(randomBytes),
      active: true,
      createdAt,
      updatedAt: createdAt,
    }
    const after = { ...presentPaymentLink(link, settings) }
    return {
      writes: [...paymentLinkCreation(link), ...titleWords(link)],
      changes: [{ mode, action: 'payment-link.create', target: link.id, after }],
      result: { link, settings },
    }
  },
})

type CreateLinkServices = {
  now: () => Date
  randomBytes: RandomBytes
  settings: (mode: Mode) => Promise<Settings>
  /** Codes of the currencies that have an exchange rate. */
  currencies: () => Promise<readonly string[]>
}

type NewLink = { mode: Mode; body: z.infer<typeof createPaymentLinkBody> }
