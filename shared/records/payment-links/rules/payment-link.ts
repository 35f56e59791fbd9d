import type { Mode } from '../../../kernel/mode.ts'

/** A reusable price with its own page; every visit creates a session. */
export type PaymentLink = {
  id: string
  mode: Mode
  /** Unique forever, even after deletion. */
  slug: string
  title: string
  description: string | null
  /** Decimal text as given. */
  fiatAmount: string
  fiatCurrency: string
  successUrl: string | null
  cancelUrl: string | null
  active: boolean
  createdAt: Date
  updatedAt: Date
}
