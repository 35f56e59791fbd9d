import * as z from 'zod'
import { refund } from './refund.ts'

/** A refund as operators see it. */
export const shownRefund = z.lazy(() =>
  refund.unwrap().extend({
    /** Null if a hosted provider refunded it. */
    chain: z.string().nullable(),
    /** A request to pay it, for wallets (EIP-681); null without an address. */
    paymentUri: z.string().nullable(),
  }),
)

export type ShownRefund = z.infer<typeof shownRefund>
