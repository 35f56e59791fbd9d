import { hasDueHoldings } from '../../../payments/holdings/store/holdings.ts'
import { activeSweeps, endedSweeps } from '../../../payments/holdings/store/sweeps.ts'
import { loadAgenda, type SweepAgenda } from '../store/sweep-agenda.ts'
import { isPreviewDue } from '../store/sweep-previews.ts'
import type { SweepRequests } from '../store/sweep-requests.ts'
import type { SweepTurn } from '../store/sweep-turns.ts'
import type { SweepingChain, SweepServices } from '../sweep-services.ts'
import { noteUnread, noteUnreadSweep } from './unread-rows.ts'

const dayMs = 86_400_000

/** Gas wallets are checked once an hour, so a chain with nothing to sweep is planned a little less often. */
const quietRounds = 13

export type Pace = {
  /** Sweeps are planned at most once in this time, unless an operator requests them. */
  everyMs: number
  /** The mode's agenda, if it was already read for several chains. */
  agenda?: Promise<SweepAgenda>
}

/**
 * Whether a run has anything to do on a chain. One that hasn't takes no turn, which would be three writes for each chain.
 * Notes sweeps that can't be read, which are work as well. All of it is eventually consistent: what doesn't show yet, the
 * next run finds, and a run that takes its turn reads again what it depends on.
 */
export async function isWorkDue(
  { table, now }: Pick<SweepServices, 'table' | 'now'>,
  { mode, client, unread }: SweepingChain,
  { everyMs, agenda = loadAgenda(table, mode) }: Pace,
): Promise<boolean> {
  const { chainId } = client.chain
  const at = now()
  const underWay = { onUnreadable: noteUnreadSweep(unread, { isUnderWay: true }) }
  const over = { onUnreadable: noteUnreadSweep(unread, { isUnderWay: false }) }
  const [{ turnOf, requests, isUnsettled, unreadable }, active, ended, hasHoldings] =
    await Promise.all([
      agenda,
      activeSweeps(table, { mode, chainId, ...underWay }),
      endedSweeps(table, { mode, chainId, before: at, ...over }),
      hasDueHoldings(table, { mode, chainId, before: at }),
    ])
  for (const row of unreadable) noteUnread(unread)(row)
  if (active.length + ended.length + unread.failures.size > 0) return true
  const turn = turnOf(chainId)
  const isQuiet = !hasHoldings && !isUnsettled(chainId)
  const plannedEveryMs = isQuiet ? everyMs * quietRounds : everyMs
  if (isRequested(turn, requests) || isPlanningDue(turn, at, plannedEveryMs)) return true
  return isComparisonDue(turn, at) || isPreviewDue(table, { mode, chainId }, requests)
}

/** Whether an operator requested sweeps since they were last planned. */
export function isRequested({ plannedAt }: SweepTurn, { sweepAt }: SweepRequests): boolean {
  return sweepAt !== null && (plannedAt === null || sweepAt > plannedAt)
}

/** Whether sweeps were last planned `everyMs` ago. */
export function isPlanningDue({ plannedAt }: SweepTurn, now: Date, everyMs: number): boolean {
  return plannedAt === null || now.getTime() - plannedAt.getTime() >= everyMs
}

/** Whether the holdings of a chain are to be compared with it: once a day, and until a round is finished. */
export function isComparisonDue({ comparedAt, comparedTo }: SweepTurn, now: Date): boolean {
  if (comparedAt === null || comparedTo !== null) return true
  return now.getTime() - comparedAt.getTime() >= dayMs
}
