import * as z from 'zod'
import { modes } from '../kernel/mode.ts'

/** A message on a mode's queue `scans`: scan this session's address. */
export const scanMessage = z.object({
  mode: z.enum(modes),
  sessionId: z.string(),
  /** Where something is expected; it only shares the queue out, and all of the session's chains are scanned. */
  chainId: z.int(),
  /** Transactions that a notification named: a hint where to look first. */
  txHashes: z.array(z.string()),
})

export type ScanMessage = z.infer<typeof scanMessage>
