import * as z from 'zod'
import { resourceNotFound } from '../kernel/errors.ts'
import type { Mode } from '../kernel/mode.ts'
import { merchant } from '../kernel/operation/caller.ts'
import type { Decision } from '../kernel/operation/commit.ts'
import type { RequestOf } from '../kernel/operation/merchant-request.ts'
import { noInput, ok, operation } from '../kernel/operation/operation.ts'
import type { Table } from '../kernel/store/table.ts'
import { fiatAmount, fiatCurrency } from '../kernel/wire/fiat.ts'
import { url } from '../kernel/wire/url.ts'
import { requireSupportedCurrency } from '../prices/supported-currencies.ts'
import type { Settings } from '../settings/rules/settings.ts'
import { changePaymentLink } from './rules/change-payment-link.ts'
import { refuseInsecureUrls } from './rules/redirect-urls.ts'
import { loadPaymentLink, paymentLinkReplacement } from './store/payment-links.ts'
import {
  description,
  type PaymentLinkBody,
  paymentLink,
  presentPaymentLink,
  title,
} from './wire/payment-link.ts'

export const updatePaymentLink = operation({
  name: 'update-payment-link',
  route: 'PATCH /api/v1/payment_links/{id}',
  caller: merchant('links:write'),
  input: {
    ...noInput,
    body: z
      .strictObject({
        title,
        description,
        fiatAmount,
        fiatCurrency,
        successUrl: url.nullable(),
        cancelUrl: url.nullable(),
        active: z.boolean(),
      })
      .partial(),
  },
  output: ok(paymentLink),
  errors: ['unsupported_currency', 'state_changed'],
  touches: { table: 'write' },
  docs: {
    tag: 'Payment links',
    summary: 'Change a payment link',
    description:
      'Changes only the fields that you send; null clears. A new price applies to sessions created from then on.',
    example: { title: 'Two years of letters', description: null },
  },
})

type Services = {
  table: Table
  now: () => Date
  settings: (mode: Mode) => Promise<Settings>
  /** Codes of the currencies that have an exchange rate. */
  currencies: () => Promise<readonly string[]>
}

/** Concurrent changes don't undo each other. */
export async function runUpdatePaymentLink(
  { table, now, settings: settingsOf, currencies }: Services,
  { mode, id, body }: RequestOf<typeof updatePaymentLink>,
): Promise<Decision<PaymentLinkBody>> {
  const { successUrl = null, cancelUrl = null, fiatCurrency: currency } = body
  const [supported, settings] = await Promise.all([
    currency === undefined ? [] : currencies(),
    settingsOf(mode),
  ])
  if (currency) requireSupportedCurrency(supported, { currency, param: 'fiatCurrency' })
  refuseInsecureUrls({ successUrl, cancelUrl }, settings)
  const before = await loadPaymentLink(table, mode, id)
  if (!before) throw resourceNotFound('payment link', id)
  const link = changePaymentLink(before, body, now())
  return {
    writes: [paymentLinkReplacement(link, before)],
    result: presentPaymentLink(link, settings),
  }
}
