import * as z from 'zod'
import type { Merchant } from '../../settings/rules/merchant.ts'
import { merchantView } from '../../settings/wire/merchant.ts'
import type { PaymentLink } from '../rules/payment-link.ts'

/** A payment link as its page shows it before a session exists. */
export const linkView = z.lazy(() =>
  z.object({
    title: z.string(),
    description: z.string().nullable(),
    fiat: z.object({ amount: z.string(), currency: z.string() }),
    livemode: z.boolean(),
    merchant: merchantView,
  }),
)
export type LinkView = z.infer<typeof linkView>

export function presentLinkView(link: PaymentLink, merchant: Merchant): LinkView {
  return {
    title: link.title,
    description: link.description,
    fiat: { amount: link.fiatAmount, currency: link.fiatCurrency },
    livemode: link.mode === 'live',
    merchant,
  }
}
