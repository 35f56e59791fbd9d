import * as z from 'zod'
import type { Mode } from '../../kernel/mode.ts'
import { noInput, ok } from '../../kernel/operation/operation.ts'
import { refuseInsecureUrls } from '../../kernel/redirect-urls.ts'
import type { Table } from '../../kernel/store/table.ts'
import { requirePaymentLink } from '../../records/payment-links/require-payment-link.ts'
import {
  changePaymentLink,
  changesPriceOrTarget,
  type PaymentLinkChanges,
} from '../../records/payment-links/rules/change-payment-link.ts'
import type { PaymentLink } from '../../records/payment-links/rules/payment-link.ts'
import {
  paymentLinkReplacement,
  titleWords,
} from '../../records/payment-links/store/payment-links.ts'
import {
  operatedLink,
  presentOperatedLink,
} from '../../records/payment-links/wire/operated-link.ts'
import { paymentLink, presentPaymentLink } from '../../records/payment-links/wire/payment-link.ts'
import {
  paymentLinkChanges,
  updatePaymentLinkBody,
} from '../../records/payment-links/wire/payment-link-input.ts'
import { requireSupportedCurrency } from '../../records/prices/supported-currencies.ts'
import type { Settings } from '../../records/settings/rules/settings.ts'
import {
  type Named,
  ofEitherMode,
  ofItsMode,
  sharedOperation,
} from '../../records/settings/shared-operation.ts'
import { pricingLinks } from './pricing-links.ts'

export const { merchant: updatePaymentLink, operator: changeLink } = sharedOperation({
  touches: { table: 'write', administers: ['audit-log', 'payment-links'] },
  errors: ['unsupported_currency', 'state_changed'],
  merchant: {
    name: 'update-payment-link',
    route: 'PATCH /api/v1/payment_links/{id}',
    scope: 'links:write',
    input: { ...noInput, body: updatePaymentLinkBody },
    output: ok(paymentLink),
    docs: {
      tag: 'Payment links',
      summary: 'Change a payment link',
      description:
        'Changes only the fields that you send; null clears. A new price applies to sessions created from then on.',
      example: { title: 'Two years of letters', description: null },
    },
    // Shops change the rest all day, which takes nothing from anybody.
    audits: ({ before, after }) => changesPriceOrTarget(before, after),
    asks: ({ body, ...link }) => ({ ...ofItsMode(link), body }),
    shows: ({ link, settings }) => presentPaymentLink(link, settings),
  },
  operator: {
    name: 'change-link',
    role: 'operator',
    command: 'links change',
    input: paymentLinkChanges.extend({ id: z.string().describe('the id of a link') }),
    output: operatedLink,
    docs: { summary: 'Change, activate or deactivate a payment link' },
    asks: ({ id, ...body }) => ({ ...ofEitherMode({ id }), body }),
    shows: ({ link, settings }) => presentOperatedLink(link, settings),
  },
  needs: pricingLinks,
  /** Concurrent changes don't undo each other. Throws `resource_not_found`, `unsupported_currency`, `parameter_invalid`. */
  async run(
    { table, now, settings: settingsOf, currencies }: ChangeLinkServices,
    asked: LinkChange,
  ) {
    const { currencyField: param = 'fiatCurrency', ...changes } = asked.body
    const { successUrl = null, cancelUrl = null, fiatCurrency: currency } = changes
    const [supported, link] = await Promise.all([
      currency === undefined ? [] : currencies(),
      requirePaymentLink(table, asked),
    ])
    if (currency) requireSupportedCurrency(supported, { currency, param })
    const settings = await settingsOf(link.mode)
    refuseInsecureUrls({ successUrl, cancelUrl }, settings)
    const changed = changePaymentLink(link, changes, now())
    const { mode, id: target } = link
    const shown = (state: PaymentLink) => ({ ...presentPaymentLink(state, settings) })
    const states = { before: shown(link), after: shown(changed) }
    return {
      writes: [
        paymentLinkReplacement(changed, link),
        ...(changed.title === link.title ? [] : titleWords(changed)),
      ],
      changes: [{ mode, action: 'payment-link.change', target, ...states }],
      result: { link: changed, settings },
    }
  },
})

type ChangeLinkServices = {
  table: Table
  now: () => Date
  settings: (mode: Mode) => Promise<Settings>
  /** Codes of the currencies that have an exchange rate. */
  currencies: () => Promise<readonly string[]>
}

type LinkChange = Named & { body: PaymentLinkChanges & { currencyField?: string } }
