import { resourceNotFound, ServiceError } from '../kernel/errors.ts'
import type { ExtraWrites, Raced } from '../kernel/extra-writes.ts'
import type { Mode } from '../kernel/mode.ts'
import type { Table } from '../kernel/store/table.ts'
import { transact } from '../kernel/store/transact.ts'
import { requireSupportedCurrency } from '../prices/supported-currencies.ts'
import type { Settings } from '../settings/rules/settings.ts'
import { changePaymentLink, type PaymentLinkChanges } from './rules/change-payment-link.ts'
import type { PaymentLink } from './rules/payment-link.ts'
import { refuseInsecureUrls } from './rules/redirect-urls.ts'
import { loadPaymentLink, paymentLinkReplacement } from './store/payment-links.ts'

export type UpdatePaymentLinkDeps = {
  table: Table
  now: () => Date
  settings: (mode: Mode) => Promise<Settings>
  /** Codes of those that have an exchange rate. */
  currencies: readonly string[]
}

export type UpdatePaymentLink = { mode: Mode; id: string; changes: PaymentLinkChanges }

const attempts = 10

/**
 * Changes the named fields of a link; of changes made at once none undoes another. A new price holds for sessions
 * opened from then on. Throws `resource_not_found`, `state_changed`, `unsupported_currency`, and `parameter_invalid` for an insecure URL.
 */
export async function updatePaymentLink(
  deps: UpdatePaymentLinkDeps,
  { mode, id, changes }: UpdatePaymentLink,
  { extraWrites }: { extraWrites?: ExtraWrites<PaymentLink> } = {},
): Promise<{ link: PaymentLink } | Raced> {
  const { successUrl = null, cancelUrl = null, fiatCurrency: currency } = changes
  if (currency) requireSupportedCurrency(deps.currencies, { currency, param: 'fiatCurrency' })
  refuseInsecureUrls({ successUrl, cancelUrl }, await deps.settings(mode))
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const before = await loadPaymentLink(deps.table, mode, id)
    if (!before) throw resourceNotFound('payment link', id)
    const link = changePaymentLink(before, changes, deps.now())
    const extra = (await extraWrites?.(link)) ?? []
    const outcome = await transact(deps.table, [paymentLinkReplacement(link, before), ...extra])
    if (outcome.committed) return { link }
    if (outcome.failed.some(({ index }) => index > 0)) return { idempotencyRaced: true }
  }
  throw new ServiceError(
    'state_changed',
    `The payment link ${id} is being changed by others. Read it again and repeat the change.`,
  )
}
