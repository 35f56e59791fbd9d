import type { PaymentLink } from './payment-link.ts'

type Changeable = Pick<
  PaymentLink,
  'title' | 'description' | 'fiatAmount' | 'fiatCurrency' | 'successUrl' | 'cancelUrl' | 'active'
>

/** Missing or undefined fields stay as they are; null clears. */
export type PaymentLinkChanges = { [Name in keyof Changeable]?: Changeable[Name] | undefined }

/** The link after a change. Every change increases `updatedAt`, so that it identifies a state of the link. */
export function changePaymentLink(
  link: PaymentLink,
  changes: PaymentLinkChanges,
  at: Date,
): PaymentLink {
  const given = Object.entries(changes).filter(([, value]) => value !== undefined)
  const updatedAt = new Date(Math.max(at.getTime(), link.updatedAt.getTime() + 1))
  return { ...link, ...Object.fromEntries(given), updatedAt }
}

/** Price, and the URLs that customers are sent to. */
const priceAndTarget = ['fiatAmount', 'fiatCurrency', 'successUrl', 'cancelUrl'] as const

type State = Readonly<Record<string, unknown>> | null | undefined

/** Whether customers pay something else after a change of a link, as the API shows it, or are led elsewhere. */
export function changesPriceOrTarget(before: State, after: State): boolean {
  return priceAndTarget.some((field) => before?.[field] !== after?.[field])
}
