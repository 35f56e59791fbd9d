import * as z from 'zod'
import { notifiers } from '../chain/rules/notifier.ts'
import { modes } from '../kernel/mode.ts'

/** A message on a mode's queue `scans`: scan this session's address. */
export const scanMessage = z.object({
  mode: z.enum(modes),
  sessionId: z.string(),
  /** The chain of the expected payment. It only selects the message group; all of the session's chains are scanned. */
  chainId: z.int(),
  /** Transactions that a notification named, as hints for the search. */
  txHashes: z.array(z.string()),
  /** For an open page's own request: first one node tells whether there is anything to scan. */
  isRoutine: z.literal(true).exactOptional(),
  /** The notifier that named them, and when; absent if nobody did. */
  notified: z.object({ by: z.enum(notifiers), at: z.iso.datetime() }).exactOptional(),
})

export type ScanMessage = z.infer<typeof scanMessage>
