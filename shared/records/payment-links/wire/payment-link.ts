import * as z from 'zod'
import { timestamp } from '../../../kernel/wire/primitives.ts'
import type { PaymentLink } from '../rules/payment-link.ts'
import { paymentLinkExample } from './payment-link-example.ts'

export const title = z.lazy(() => z.string().min(1).max(200))
export const description = z.lazy(() => z.string().max(2000).nullable())

export const paymentLink = z.lazy(() =>
  z
    .object({
      id: z.string(),
      object: z.literal('payment_link'),
      slug: z.string().describe('The last part of its URL.'),
      title: z.string().describe('What customers see on the page.'),
      description: z.string().nullable().describe('More of it, as plain text.'),
      fiatAmount: z.string().describe('The price, as it was given.'),
      fiatCurrency: z.string().describe('A code of ISO 4217.'),
      successUrl: z.string().nullable().describe('Where customers continue after the payment.'),
      cancelUrl: z.string().nullable().describe('Where customers go who leave without paying.'),
      active: z.boolean().describe('An inactive link opens no new sessions.'),
      checkoutUrl: z.string().describe('Its page: each visit opens a session.'),
      createdAt: timestamp,
      updatedAt: timestamp.describe('When it was last changed.'),
    })
    .meta({ id: 'PaymentLink', examples: [paymentLinkExample] }),
)

export type PaymentLinkBody = z.infer<typeof paymentLink>

/** The link as the API shows it. `baseUrl` without a trailing slash. */
export function presentPaymentLink(
  link: PaymentLink,
  { baseUrl }: { baseUrl: string },
): PaymentLinkBody {
  const { mode: _, createdAt, updatedAt, ...fields } = link
  return {
    ...fields,
    object: 'payment_link',
    checkoutUrl: `${baseUrl}/l/${link.slug}`,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }
}
