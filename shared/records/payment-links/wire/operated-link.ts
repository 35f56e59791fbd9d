import * as z from 'zod'
import { modes } from '../../../kernel/mode.ts'
import type { PaymentLink } from '../rules/payment-link.ts'
import { paymentLink, presentPaymentLink } from './payment-link.ts'

/** A payment link as operators see it. */
export const operatedLink = z.lazy(() => paymentLink.unwrap().extend({ mode: z.enum(modes) }))

export function presentOperatedLink(
  link: PaymentLink,
  at: { baseUrl: string },
): z.infer<typeof operatedLink> {
  return { ...presentPaymentLink(link, at), mode: link.mode }
}
