import * as z from 'zod'
import { modes } from '../../../kernel/mode.ts'
import { unreadChain } from '../../../payments/wallet/wire/unread-chain.ts'

const traces = z.object({
  /** Addresses that hold something, or sent a transaction. */
  used: z.array(
    z.object({
      mode: z.enum(modes),
      chainId: z.int(),
      chain: z.string(),
      index: z.int(),
      address: z.string(),
    }),
  ),
  /** The networks on which that is unknown. */
  unread: z.array(unreadChain.omit({ from: true }).extend({ mode: z.enum(modes) })),
  /** Whether no network of live mode is enabled yet. */
  withoutLiveNetworks: z.boolean(),
})

export type AccountTraces = z.infer<typeof traces>

/** Instead of a result, and nothing is stored: an account must be unused, and that must be known. */
export const refusedAccounts = traces.extend({ refused: z.literal('accounts_not_unused') })

export type RefusedAccounts = z.infer<typeof refusedAccounts>
