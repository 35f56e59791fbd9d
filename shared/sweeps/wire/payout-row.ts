import * as z from 'zod'

/** One payment, or one sweep or fee, as a bookkeeper needs it. Amounts and values are decimals. */
export const payoutRow = z.object({
  type: z.enum(['payment', 'sweep', 'fee', 'gas']),
  session: z.string(),
  status: z.string().nullable(),
  chainId: z.int(),
  asset: z.string(),
  transaction: z.string().nullable(),
  block: z.string(),
  /** When its block was mined; known of payments only. */
  time: z.string().nullable(),
  address: z.string(),
  amount: z.string(),
  /** USD for one unit, as locked for the session; null for other assets than the session's. */
  rateUsd: z.string().nullable(),
  valueUsd: z.string().nullable(),
  /** What the session's order was worth. */
  fiatAmount: z.string().nullable(),
  fiatCurrency: z.string().nullable(),
  metadata: z.record(z.string(), z.union([z.string(), z.number()])),
})

export type PayoutRow = z.infer<typeof payoutRow>
