/**
 * `daily`: what moved, was refunded or closed since the last one, and a thirtieth of what closed in 90 days. `ordered`: every session
 * that was created in a period.
 */
export const roundKinds = ['daily', 'ordered'] as const

export const roundPhases = ['moved', 'refunded', 'closed', 'older', 'payouts', 'created'] as const
type RoundPhase = (typeof roundPhases)[number]

/** A comparison of the books with one chain, which continues from run to run. */
export type Round = {
  kind: (typeof roundKinds)[number]
  /** The period, `to` excluded. */
  from: Date
  to: Date
  startedAt: Date
  phase: RoundPhase
  /** The cursor of the phase; null at its beginning. */
  cursor: string | null
  /** Addresses read so far. */
  audited: number
}

/** A round that has ended. */
export type Audited = Pick<Round, 'kind' | 'from' | 'to' | 'startedAt' | 'audited'> & {
  finishedAt: Date
}

export type BookRounds = {
  chainId: number
  /** The round in progress. */
  round: Round | null
  daily: Audited | null
  ordered: Audited | null
  /** Why the last run could not continue, in words for an operator. */
  problem: string | null
}

/** An operator's order to compare all sessions of a period. */
export type BookOrder = { requestedAt: Date; from: Date; to: Date }

const phasesOf = {
  daily: ['moved', 'refunded', 'closed', 'older', 'payouts'],
  ordered: ['created'],
} as const satisfies {
  [Kind in Round['kind']]: readonly RoundPhase[]
}

/** The round at the start of its next phase; undefined after the last one. */
export function nextPhase(round: Round): Round | undefined {
  const phases: readonly RoundPhase[] = phasesOf[round.kind]
  const phase = phases[phases.indexOf(round.phase) + 1]
  return phase && { ...round, phase, cursor: null }
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** After midnight UTC, when sessions of the day before have closed and their sweeps are final. */
const startsAfterMs = 2 * hourMs

/** Closed addresses are kept for this long. */
const longestMs = 89 * dayMs

/** The round to start now; undefined if none is due. An order comes first. */
export function roundDue(
  { daily, ordered }: Pick<BookRounds, 'daily' | 'ordered'>,
  order: BookOrder | undefined,
  now: Date,
): Round | undefined {
  const begun = { startedAt: now, cursor: null, audited: 0 }
  if (order && order.requestedAt > (ordered?.startedAt ?? new Date(0))) {
    return { ...begun, kind: 'ordered', phase: 'created', from: order.from, to: order.to }
  }
  const to = dayOf(new Date(now.getTime() - startsAfterMs))
  const from = new Date(
    Math.max(daily?.to.getTime() ?? to.getTime() - dayMs, to.getTime() - longestMs),
  )
  return from < to ? { ...begun, kind: 'daily', phase: 'moved', from, to } : undefined
}

/** The beginning of the day after, in UTC. */
export function dayAfter(moment: Date): Date {
  return new Date(dayOf(moment).getTime() + dayMs)
}

/** The beginning of its day in UTC. */
function dayOf(moment: Date): Date {
  return new Date(Math.floor(moment.getTime() / dayMs) * dayMs)
}

const rotation = 30

/**
 * The days of the last 90 before a daily round whose addresses are read again. In 30 days, each day comes up once a
 * month.
 */
export function olderDays({ from, to }: Pick<Round, 'from' | 'to'>): Date[] {
  const [first, end] = [dayNumber(from), dayNumber(to)]
  const days = Math.min(end - first, rotation)
  return Array.from({ length: 90 }, (_, index) => first - 1 - index)
    .filter((day) => (first - 1 - day) % rotation >= rotation - days)
    .map((day) => new Date(day * dayMs))
    .toReversed()
}

function dayNumber(moment: Date): number {
  return Math.floor(moment.getTime() / dayMs)
}
