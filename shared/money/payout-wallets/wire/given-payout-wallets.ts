import * as z from 'zod'
import { modes } from '../../../kernel/mode.ts'
import { payoutAddress } from './payout-address.ts'

/** The payout wallets that setup is given. */
export const givenPayoutWallets = z.array(
  z.strictObject({ mode: z.enum(modes), chainId: z.int().positive(), address: payoutAddress }),
)

export type GivenPayoutWallet = z.output<typeof givenPayoutWallets>[number]

/** One of them as it was stored. */
export const payoutAtSetup = z.object({
  mode: z.enum(modes),
  chainId: z.int(),
  address: z.string(),
  /** Null if it is unknown. */
  isContract: z.boolean().nullable(),
})
