import * as z from 'zod'

/** What a search could not read on a chain: the balances are unknown, not zero. */
export const unreadChain = z.object({
  chainId: z.int(),
  chain: z.string(),
  /** The first index that was not read. */
  from: z.int(),
  reason: z.string(),
})
