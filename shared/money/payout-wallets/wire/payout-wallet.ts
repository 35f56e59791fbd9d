import * as z from 'zod'
import { modes } from '../../../kernel/mode.ts'
import { timestamp } from '../../../kernel/wire/primitives.ts'

const shownAddress = z.object({ address: z.string(), effectiveAt: timestamp })

export const shownPayoutWallet = z.object({
  mode: z.enum(modes),
  chainId: z.int(),
  chain: z.string(),
  ...shownAddress.shape,
  /** A change that is not in effect yet. */
  next: shownAddress.nullable(),
})

export type ShownPayoutWallet = z.infer<typeof shownPayoutWallet>
