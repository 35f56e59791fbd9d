import * as z from 'zod'
import { modes } from '../domain/mode.ts'

/** A message on the queue `scans`: look at this session's address. */
export const scanMessage = z.object({
  mode: z.enum(modes),
  sessionId: z.string(),
  /** Transactions that a notification named: a hint where to look first. */
  txHashes: z.array(z.string()),
})

export type ScanMessage = z.infer<typeof scanMessage>
