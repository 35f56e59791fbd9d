import { clientNetwork } from '../../http/rules/client-network.ts'
import { visitorLimits } from '../../http/rules/visitor-limits.ts'
import type { Mode } from '../../kernel/mode.ts'
import type { LimitVisits } from '../../kernel/operation/page-request.ts'

/**
 * The longest duration of a stream. Opened streams are counted in windows of the same length, so at most twice the
 * limit are open at a time, and nothing has to be released when a client disconnects or a function dies.
 */
export const streamSeconds = visitorLimits.streams.windowSeconds

const { perClient, perSession, windowSeconds } = visitorLimits.streams
/** A mode's share of all streams per window. Two windows may overlap, so the shares add up to half. */
const shares = { live: 3 / 8, test: 1 / 8 } as const satisfies Record<Mode, number>

/**
 * Throws `rate_limit_exceeded` if a client opens too many streams. Checked first, so that one client can't use up the
 * other limits.
 */
export function limitClientStreams(limit: LimitVisits, viewerAddress: string): Promise<void> {
  const subject = `stream-client#${clientNetwork(viewerAddress)}`
  return limit({ subject, most: perClient, windowSeconds })
}

/** Throws `rate_limit_exceeded` if a session, or all of a mode together, have too many streams. */
export async function limitSessionStreams(
  limit: LimitVisits,
  { mode, id, mostStreams }: { mode: Mode; id: string; mostStreams: number },
): Promise<void> {
  await limit({ subject: `stream-session#${id}`, most: perSession, windowSeconds })
  const most = Math.floor(mostStreams * shares[mode])
  await limit({ subject: `streams#${mode}`, most, windowSeconds })
}
