import type { PaymentLink } from './payment-link.ts'

type Changeable = Pick<
  PaymentLink,
  'title' | 'description' | 'fiatAmount' | 'fiatCurrency' | 'successUrl' | 'cancelUrl' | 'active'
>

/** What is left out or undefined stays as it is; null clears. */
export type PaymentLinkChanges = { [Name in keyof Changeable]?: Changeable[Name] | undefined }

/** The link after a change. Each moves `updatedAt` on, so that it tells one state of a link from another. */
export function changePaymentLink(
  link: PaymentLink,
  changes: PaymentLinkChanges,
  at: Date,
): PaymentLink {
  const given = Object.entries(changes).filter(([, value]) => value !== undefined)
  const updatedAt = new Date(Math.max(at.getTime(), link.updatedAt.getTime() + 1))
  return { ...link, ...Object.fromEntries(given), updatedAt }
}
