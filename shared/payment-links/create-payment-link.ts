import type { ExtraWrites, Raced } from '../kernel/extra-writes.ts'
import { newId, newSlug, type RandomBytes } from '../kernel/ids.ts'
import type { Mode } from '../kernel/mode.ts'
import type { Table } from '../kernel/store/table.ts'
import { transact } from '../kernel/store/transact.ts'
import { requireSupportedCurrency } from '../prices/supported-currencies.ts'
import type { Settings } from '../settings/rules/settings.ts'
import type { PaymentLink } from './rules/payment-link.ts'
import { refuseInsecureUrls } from './rules/redirect-urls.ts'
import { paymentLinkCreation } from './store/payment-links.ts'

export type CreatePaymentLinkDeps = {
  table: Table
  now: () => Date
  randomBytes: RandomBytes
  settings: (mode: Mode) => Promise<Settings>
  /** Codes of those that have an exchange rate. */
  currencies: readonly string[]
}

export type CreatePaymentLink = Pick<
  PaymentLink,
  'mode' | 'title' | 'description' | 'fiatAmount' | 'fiatCurrency' | 'successUrl' | 'cancelUrl'
>

const slugAttempts = 5
const ownWrites = 2

/**
 * Creates an active link under a slug that no link ever had. Throws `unsupported_currency`, and `parameter_invalid` for an
 * insecure URL.
 */
export async function createPaymentLink(
  deps: CreatePaymentLinkDeps,
  input: CreatePaymentLink,
  { extraWrites }: { extraWrites?: ExtraWrites<PaymentLink> } = {},
): Promise<{ link: PaymentLink } | Raced> {
  const { successUrl, cancelUrl, fiatCurrency: currency } = input
  requireSupportedCurrency(deps.currencies, { currency, param: 'fiatCurrency' })
  refuseInsecureUrls({ successUrl, cancelUrl }, await deps.settings(input.mode))
  for (let attempt = 1; attempt <= slugAttempts; attempt++) {
    const link = newLink(deps, input)
    const extra = (await extraWrites?.(link)) ?? []
    const outcome = await transact(deps.table, [...paymentLinkCreation(link), ...extra])
    if (outcome.committed) return { link }
    if (outcome.failed.some(({ index }) => index >= ownWrites)) return { idempotencyRaced: true }
  }
  throw new Error(`${slugAttempts} random slugs in a row were taken`)
}

function newLink({ now, randomBytes }: CreatePaymentLinkDeps, input: CreatePaymentLink) {
  const createdAt = now()
  const { mode, title, description, fiatAmount, fiatCurrency, successUrl, cancelUrl } = input
  return {
    id: newId('paymentLink', createdAt, randomBytes),
    mode,
    slug: newSlug(randomBytes),
    title,
    description,
    fiatAmount,
    fiatCurrency,
    successUrl,
    cancelUrl,
    active: true,
    createdAt,
    updatedAt: createdAt,
  }
}
