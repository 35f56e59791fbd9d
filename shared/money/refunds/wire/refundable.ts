import * as z from 'zod'

/** Money of a payment that can be refunded; `depositId` is null for the session's counted money. */
export const refundable = z.lazy(() =>
  z.object({
    depositId: z.string().nullable(),
    /** The maximum. */
    amount: z.string(),
    /** The excess of an overpayment, otherwise the maximum. */
    suggested: z.string(),
    asset: z.string(),
    chainId: z.int(),
  }),
)

export type RefundableBody = z.infer<typeof refundable>
