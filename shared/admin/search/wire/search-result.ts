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

/** Something that was found. */
export const searchResult = z.object({
  kind: z.enum(foundKinds),
  /** Its id; of a payout wallet the chain's id, of a gas wallet the wallet's. */
  id: z.string(),
  /** What it is called: an email, a title, an amount, a URL, a type; empty for a payment without an email. */
  title: z.string(),
  /** What else tells it apart, such as an order's number. */
  detail: z.string().nullable(),
  /** What a payment or a link asks for. */
  fiat: z.object({ amount: z.string(), currency: z.string() }).nullable(),
  /** Of a customer: how many payments they have, paid or not; `mostCounted` stands for as many or more. */
  payments: z.int().nullable(),
  /** Of a payment, a sweep or a delivery. */
  status: z.string().nullable(),
  /** When it was created; null for what has no such time. */
  at: timestamp.nullable(),
})

export type SearchResult = z.infer<typeof searchResult>
