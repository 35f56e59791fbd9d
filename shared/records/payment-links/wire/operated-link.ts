import * as z from 'zod'
import { type Mode, modes } from '../../../kernel/mode.ts'
import { type PaymentLinkBody, paymentLink } from './payment-link.ts'

/** A payment link as operators see it. */
export const operatedLink = z.lazy(() => paymentLink.unwrap().extend({ mode: z.enum(modes) }))

export type OperatedLinkBody = z.infer<typeof operatedLink>

export function presentOperatedLink(link: PaymentLinkBody, mode: Mode): OperatedLinkBody {
  return { ...link, mode }
}
