import * as z from 'zod'
import { modes } from '../../shared/kernel/mode.ts'

export const unread = z.object({
  chainId: z.int(),
  chain: z.string(),
  from: z.int(),
  reason: z.string(),
})

export const unreadOfMode = unread.extend({ mode: z.enum(modes) })
export type Unread = z.infer<typeof unreadOfMode>

/** What a search for money could not find out, a line each. */
export function unreadLines(all: readonly Unread[]): string[] {
  return all.map(
    ({ mode, chain, chainId, from, reason }) =>
      `Not everything was read on ${chain} (${chainId}, ${mode}), from deposit address ${from} on: ${reason}.`,
  )
}
