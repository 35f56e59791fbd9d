import * as z from 'zod'

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
  /** What it is called: an amount, a title, an email, a URL, a type. */
  title: z.string(),
  /** Its status, or what else tells it apart. */
  detail: z.string().nullable(),
})

export type SearchResult = z.infer<typeof searchResult>
