import * as z from 'zod'
import { timestamp } from '../../../kernel/wire/primitives.ts'

const foundKinds = [
  'session',
  'link',
  'customer',
  'event',
  'delivery',
  'sweep',
  'endpoint',
  'payout-wallet',
  'gas-wallet',
] as const

export const searchResult = z.object({
  kind: z.enum(foundKinds),
  /** Its id; for a payout wallet the chain's id, for a gas wallet the wallet's. */
  id: z.string(),
  /** An email, a title, an amount, a URL or a type; empty for a payment without an email. */
  title: z.string(),
  /** Another distinguishing value, such as an order number. */
  detail: z.string().nullable(),
  fiat: z.object({ amount: z.string(), currency: z.string() }).nullable(),
  /** For a customer: the number of payments, paid or not; `mostCounted` stands for as many or more. */
  payments: z.int().nullable(),
  /** For a payment, a sweep or a delivery. */
  status: z.string().nullable(),
  /** When it was created; null if unknown. */
  at: timestamp.nullable(),
})

export type SearchResult = z.infer<typeof searchResult>
