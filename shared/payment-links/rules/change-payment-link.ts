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
  const { title = link.title, description = link.description } = changes
  const { fiatAmount = link.fiatAmount, fiatCurrency = link.fiatCurrency } = changes
  const { successUrl = link.successUrl, cancelUrl = link.cancelUrl } = changes
  const { active = link.active } = changes
  return {
    ...link,
    title,
    description,
    fiatAmount,
    fiatCurrency,
    successUrl,
    cancelUrl,
    active,
    updatedAt: new Date(Math.max(at.getTime(), link.updatedAt.getTime() + 1)),
  }
}
