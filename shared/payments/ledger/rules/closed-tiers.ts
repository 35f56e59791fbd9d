const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** How often the addresses of closed sessions are scanned, by how long ago the sessions closed. */
const closedTiers = {
  recent: { everyMs: 10 * minute, fromAgeMs: 0, untilAgeMs: day, mayTakeMs: 10 * minute },
  older: { everyMs: day, fromAgeMs: day, untilAgeMs: 90 * day, mayTakeMs: 6 * hour },
} as const

export type ClosedTier = keyof typeof closedTiers

/** Both tiers, the more urgent one first. */
export const closedTierNames = ['recent', 'older'] as const satisfies readonly ClosedTier[]

/** A round may start this much early, because the schedule is not exact to the second. */
const earlyMs = 30_000

/** A round over a tier's addresses on one chain. Between two rounds, the next one, without a cursor. */
export type ClosedRound = {
  dueAt: Date
  /** When the last round started. */
  startedAt: Date
  /** The last address that was scanned; null before the round starts. */
  cursor: string | null
}

/** The bucket of sessions that closed in the same hour. Sorts by time. */
export function closingHour(closedAt: Date): string {
  return closedAt.toISOString().slice(0, 13)
}

/** The first and last bucket of a round that started then. The two tiers neither overlap nor leave a gap. */
export function bucketsOf(tier: ClosedTier, startedAt: Date): { from: string; to: string } {
  const { fromAgeMs, untilAgeMs } = closedTiers[tier]
  const ago = (ageMs: number) => new Date(startedAt.getTime() - ageMs)
  const to = fromAgeMs === 0 ? ago(0) : ago(fromAgeMs + hour)
  return { from: closingHour(ago(untilAgeMs)), to: closingHour(to) }
}

/** Whether a round has to continue or start. A first round is always due. */
export function isRoundDue(round: ClosedRound | undefined, now: Date): boolean {
  if (!round || round.cursor !== null) return true
  return now.getTime() >= round.dueAt.getTime() - earlyMs
}

/** The round after a finished one. */
export function roundAfter(tier: ClosedTier, startedAt: Date): ClosedRound {
  const dueAt = new Date(startedAt.getTime() + closedTiers[tier].everyMs)
  return { dueAt, startedAt, cursor: null }
}

/**
 * By how many seconds a waiting round exceeds its time limit; `since` is when the oldest of its addresses closed, which
 * the tier has from a certain age on.
 */
export function overdueSeconds(
  tier: ClosedTier,
  { dueAt, since, now }: { dueAt: Date; since: Date; now: Date },
): number {
  const { fromAgeMs, mayTakeMs } = closedTiers[tier]
  const due = Math.max(dueAt.getTime(), since.getTime() + fromAgeMs)
  return Math.max(0, (now.getTime() - due - mayTakeMs) / 1000)
}

const firstRetryMs = 10 * minute

/** When to scan an address again that failed that many times in a row. */
export function retryClosedAt(failures: number, now: Date): Date {
  return new Date(now.getTime() + Math.min(day, firstRetryMs * 2 ** (failures - 1)) - earlyMs)
}

/** Whether rounds of ten minutes still scan an address that closed then, for an hour at least. */
export function isRecentlyClosed(closedAt: Date, now: Date): boolean {
  return now.getTime() - closedAt.getTime() < closedTiers.recent.untilAgeMs - hour
}

/** After this time, a closed address is scanned only on demand. */
export function lastScanAt(closedAt: Date): Date {
  return new Date(closedAt.getTime() + closedTiers.older.untilAgeMs)
}

/** No reorg goes back further than this. Sessions close after the last block that counts for them. */
const settledMs = hour + 10 * minute

/** Whether the blocks with a closed session's money may still be reorged. */
export function isUnsettled(closedAt: Date, now: Date): boolean {
  return now.getTime() - closedAt.getTime() < settledMs
}
