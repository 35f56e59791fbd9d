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
      slug: z.string(),
      title: z.string(),
      description: z.string().nullable(),
      fiatAmount: z.string(),
      fiatCurrency: z.string(),
      successUrl: z.string().nullable(),
      cancelUrl: z.string().nullable(),
      active: z.boolean(),
      checkoutUrl: z.string(),
      createdAt: timestamp,
      updatedAt: timestamp,
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
