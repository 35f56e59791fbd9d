import * as z from 'zod'

/** Balances on a chain that a search could not read: they are unknown, not zero. */
export const unreadChain = z.object({
  chainId: z.int(),
  chain: z.string(),
  /** The first index that was not read. */
  from: z.int(),
  reason: z.string(),
})
