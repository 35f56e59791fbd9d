import * as z from 'zod'
import { refund } from './refund.ts'

/** A refund as operators see it. */
export const shownRefund = z.lazy(() =>
  refund.unwrap().extend({
    chain: z.string(),
    /** A request to pay it, for wallets (EIP-681); null without an address. */
    paymentUri: z.string().nullable(),
  }),
)

export type ShownRefund = z.infer<typeof shownRefund>
