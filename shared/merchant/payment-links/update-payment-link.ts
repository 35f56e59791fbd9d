import { resourceNotFound } from '../../kernel/errors.ts'
import type { Mode } from '../../kernel/mode.ts'
import type { AuditedDecision } from '../../kernel/operation/audit.ts'
import { noInput, ok } from '../../kernel/operation/operation.ts'
import { refuseInsecureUrls } from '../../kernel/redirect-urls.ts'
import type { Table } from '../../kernel/store/table.ts'
import { networks } from '../../payments/networks/enabled-chains.ts'
import {
  changePaymentLink,
  changesPriceOrTarget,
  type PaymentLinkChanges,
} from '../../records/payment-links/rules/change-payment-link.ts'
import {
  loadPaymentLink,
  paymentLinkReplacement,
  titleWords,
} from '../../records/payment-links/store/payment-links.ts'
import {
  type PaymentLinkBody,
  paymentLink,
  presentPaymentLink,
} from '../../records/payment-links/wire/payment-link.ts'
import { updatePaymentLinkBody } from '../../records/payment-links/wire/payment-link-input.ts'
import { requireSupportedCurrency } from '../../records/prices/supported-currencies.ts'
import { merchantOperation } from '../../records/settings/merchant-operation.ts'
import type { Settings } from '../../records/settings/rules/settings.ts'

export const updatePaymentLink = merchantOperation({
  name: 'update-payment-link',
  route: 'PATCH /api/v1/payment_links/{id}',
  scope: 'links:write',
  input: { ...noInput, body: updatePaymentLinkBody },
  output: ok(paymentLink),
  errors: ['unsupported_currency', 'state_changed'],
  touches: { table: 'write', administers: ['audit-log', 'payment-links'] },
  docs: {
    tag: 'Payment links',
    summary: 'Change a payment link',
    description:
      'Changes only the fields that you send; null clears. A new price applies to sessions created from then on.',
    example: { title: 'Two years of letters', description: null },
  },
  needs: (_, { table }) => ({ currencies: networks(table).currencies }),
  async run(services: ChangeLinkServices, request) {
    const { changes, ...decision } = await decideLinkChange(services, request)
    // Shops change the rest all day, which takes nothing from anybody.
    const kept = changes.filter(({ before, after }) => changesPriceOrTarget(before, after))
    return { ...decision, changes: kept }
  },
})

export type ChangeLinkServices = {
  table: Table
  now: () => Date
  settings: (mode: Mode) => Promise<Settings>
  /** Codes of the currencies that have an exchange rate. */
  currencies: () => Promise<readonly string[]>
}

type LinkChange = {
  mode: Mode
  id: string
  body: PaymentLinkChanges & { currencyField?: string }
}

/** Concurrent changes don't undo each other. Throws `resource_not_found`, `unsupported_currency`, `parameter_invalid`. */
export async function decideLinkChange(
  { table, now, settings: settingsOf, currencies }: ChangeLinkServices,
  { mode, id, body }: LinkChange,
): Promise<AuditedDecision<PaymentLinkBody>> {
  const { currencyField: param = 'fiatCurrency', ...changes } = body
  const { successUrl = null, cancelUrl = null, fiatCurrency: currency } = changes
  const [supported, settings] = await Promise.all([
    currency === undefined ? [] : currencies(),
    settingsOf(mode),
  ])
  if (currency) requireSupportedCurrency(supported, { currency, param })
  refuseInsecureUrls({ successUrl, cancelUrl }, settings)
  const link = await loadPaymentLink(table, mode, id)
  if (!link) throw resourceNotFound('payment link', id)
  const changed = changePaymentLink(link, changes, now())
  const after = presentPaymentLink(changed, settings)
  const states = { before: { ...presentPaymentLink(link, settings) }, after: { ...after } }
  return {
    writes: [
      paymentLinkReplacement(changed, link),
      ...(changed.title === link.title ? [] : titleWords(changed)),
    ],
    changes: [{ mode, action: 'payment-link.change', target: id, ...states }],
    result: after,
  }
}
