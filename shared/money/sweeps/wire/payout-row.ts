import * as z from 'zod'

/** One payment, or one sweep or fee, as a bookkeeper needs it. Amounts and values are decimals. */
const payoutRow = z.object({
  /**
   * `unmatched`: what no payment counts, as of the block at which it was read. `fee` and `gas`: the amount that the
   * address paid, and the coin that it was sent for that. `network-fee`: a transaction's cost to the gas wallet, without a
   * session.
   */
  type: z.enum(['payment', 'unmatched', 'sweep', 'fee', 'gas', 'network-fee']),
  session: z.string().nullable(),
  status: z.string().nullable(),
  chainId: z.int(),
  asset: z.string(),
  transaction: z.string().nullable(),
  block: z.string(),
  /** When a payment's block was mined, or a sweep was recorded as confirmed. */
  time: z.string().nullable(),
  address: z.string(),
  amount: z.string(),
  /** USD for one unit, as locked for the session; null for other assets than the session's. */
  rateUsd: z.string().nullable(),
  valueUsd: z.string().nullable(),
  /** `value` in the currency of the order. */
  fiatValue: z.string().nullable(),
  fiatAmount: z.string().nullable(),
  fiatCurrency: z.string().nullable(),
  /** The sweep that it was, or that moved the payment. */
  sweep: z.string().nullable(),
  /** This address's share of that transaction's cost. Rows of type `fee` and `network-fee` have the same cost. */
  fee: z.string().nullable(),
  feeAsset: z.string().nullable(),
  metadata: z.record(z.string(), z.union([z.string(), z.number()])),
})

export type PayoutRow = z.infer<typeof payoutRow>
