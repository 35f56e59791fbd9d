import type { Mode } from '../../kernel/mode.ts'

/** A reusable price with a page of its own; every visit opens a session from it. */
export type PaymentLink = {
  id: string
  mode: Mode
  /** Unique for ever, also after deletion. */
  slug: string
  title: string
  description: string | null
  /** Decimal text as it was given. */
  fiatAmount: string
  fiatCurrency: string
  successUrl: string | null
  cancelUrl: string | null
  active: boolean
  createdAt: Date
  updatedAt: Date
}
