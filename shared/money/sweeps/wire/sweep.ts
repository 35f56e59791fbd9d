import * as z from 'zod'
import { modes } from '../../../kernel/mode.ts'
import { words } from '../../../kernel/wire/words.ts'
import { sweepKinds, sweepStatuses } from '../../../payments/holdings/rules/sweep.ts'

/** A sweep in a list. Amounts as decimals. */
export const listedSweep = z.object({
  id: z.string(),
  mode: z.enum(modes),
  chainId: z.int(),
  chain: z.string(),
  kind: z.enum(sweepKinds),
  status: z.enum(sweepStatuses),
  /** The asset that is moved, or that a top-up is for. */
  asset: z.string(),
  addresses: z.int(),
  /** The planned amount; once final, the amount that arrived. */
  amount: z.string(),
  /** Paid by its sender; null before it is final. */
  fee: z.string().nullable(),
  /** Why it is held up, or why it ended without moving anything. */
  problem: z.string().nullable(),
  /** The same for the dashboard's languages. */
  problemWords: words.optional(),
  createdAt: z.string(),
  /** When its transaction was final, or it was canceled; null before that. */
  finalAt: z.string().nullable(),
})

export const shownSweep = listedSweep.extend({
  sender: z.string(),
  nonce: z.int(),
  recipient: z.string(),
  items: z.array(
    z.object({
      sessionId: z.string(),
      address: z.string(),
      planned: z.string(),
      moved: z.string().nullable(),
      failure: z.string().nullable(),
      failureWords: words.optional(),
    }),
  ),
  attempts: z.array(
    z.object({
      hash: z.string(),
      url: z.string().nullable(),
      /** The destination of its money, if this attempt is mined: possibly a payout wallet that was changed since. */
      recipient: z.string(),
      maxFeePerGas: z.string(),
      maxPriorityFeePerGas: z.string(),
      /** Whether it moves nothing and only uses up the nonce. */
      isCancellation: z.boolean(),
      signedAt: z.string(),
    }),
  ),
  mined: z.object({ hash: z.string(), blockNumber: z.string(), blockHash: z.string() }).nullable(),
})

export type ListedSweep = z.infer<typeof listedSweep>
export type ShownSweep = z.infer<typeof shownSweep>
