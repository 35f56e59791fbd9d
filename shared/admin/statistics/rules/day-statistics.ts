import { parseDecimal } from '../../../kernel/money.ts'
import type { EventType } from '../../../records/outbox/rules/event.ts'

/** Counted per day: sessions created, the statuses that sessions reached on that day, and refunds. */
export type CountName =
  | 'created'
  | 'paid'
  | 'paidLate'
  | 'overpaid'
  | 'underpaid'
  | 'expired'
  | 'failed'
  | 'refunded'

/** In hundredths of the currency, whatever its usual decimals. */
export type Volume = {
  /** Paid, paid late and overpaid. */
  completed: bigint
  /** The part of it that was paid late: most of it had expired before. */
  late: bigint
  /** Expired or failed. */
  lost: bigint
  /** The refunded part of sessions' counted amounts. */
  refunded: bigint
}

/** The statistics of one day in UTC. */
export type DayStatistics = {
  /** Such as `2026-03-01`. */
  day: string
  /** Everything before this moment is counted, and nothing after it. */
  until: Date
  counts: Readonly<Record<CountName, number>>
  /** By currency. */
  volumes: Readonly<Record<string, Volume>>
}

/** Something that is counted: a session's creation, or an event. */
export type CountedFact = {
  at: Date
  name: CountName
  fiat: { amount: string; currency: string }
  /** Subtracts a fact that was counted before, such as a refund that was voided. */
  isVoid?: boolean
}

const counted = {
  'session.paid': 'paid',
  'session.paid_late': 'paidLate',
  'session.overpaid': 'overpaid',
  'session.underpaid': 'underpaid',
  'session.expired': 'expired',
  'session.failed': 'failed',
  'refund.confirmed': 'refunded',
  'refund.reported': 'refunded',
} as const satisfies Partial<Record<EventType, CountName>>

const countNames: ReadonlyMap<string, CountName> = new Map(Object.entries(counted))

/** Undefined if events of this type aren't counted. */
export function countOf(type: string): CountName | undefined {
  return countNames.get(type)
}

/** Whether sessions of a status are part of the completed volume. */
export function isCompleted(status: string): boolean {
  const name = countOf(`session.${status}`)
  return name !== undefined && (volumeOf(name, 1n)?.completed ?? 0n) > 0n
}

export function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10)
}

/** The first moment of the following day. */
function endOfDay(day: string): Date {
  return new Date(Date.parse(`${day}T00:00:00.000Z`) + 86_400_000)
}

const nothing: Volume = { completed: 0n, late: 0n, lost: 0n, refunded: 0n }

export function emptyDay(day: string, until: Date): DayStatistics {
  const counts = { paid: 0, paidLate: 0, overpaid: 0, underpaid: 0, expired: 0, failed: 0 }
  return { day, until, counts: { created: 0, refunded: 0, ...counts }, volumes: {} }
}

function withFact(before: DayStatistics, { name, fiat, isVoid }: CountedFact): DayStatistics {
  const sign = isVoid ? -1 : 1
  const counts = { ...before.counts, [name]: before.counts[name] + sign }
  const added = volumeOf(name, BigInt(sign) * hundredths(fiat.amount))
  if (!added) return { ...before, counts }
  const volume = addVolumes(before.volumes[fiat.currency] ?? nothing, added)
  return { ...before, counts, volumes: { ...before.volumes, [fiat.currency]: volume } }
}

/**
 * Returns the days of facts up to `until`, in order, each continued from `latest` if it is that day. A day that is over
 * ends with its last moment.
 */
export function withFacts(
  latest: DayStatistics | undefined,
  facts: readonly CountedFact[],
  until: Date,
): DayStatistics[] {
  const days = new Map<string, DayStatistics>()
  for (const fact of facts.toSorted((a, b) => a.at.getTime() - b.at.getTime())) {
    const day = dayOf(fact.at)
    const end = endOfDay(day)
    const start = latest?.day === day ? latest : emptyDay(day, until)
    const before = days.get(day) ?? { ...start, until: end < until ? end : until }
    days.set(day, withFact(before, fact))
  }
  return [...days.values()]
}

function volumeOf(name: CountName, amount: bigint): Volume | undefined {
  if (name === 'paid' || name === 'overpaid') return { ...nothing, completed: amount }
  if (name === 'paidLate') return { ...nothing, completed: amount, late: amount }
  if (name === 'refunded') return { ...nothing, refunded: amount }
  if (name === 'expired' || name === 'failed') return { ...nothing, lost: amount }
  return undefined
}

export function addVolumes(a: Volume, b: Volume): Volume {
  const { completed, late, lost, refunded } = b
  return {
    ...a,
    completed: a.completed + completed,
    late: a.late + late,
    lost: a.lost + lost,
    refunded: a.refunded + refunded,
  }
}

/** A fiat amount has at most two decimals. */
export function hundredths(amount: string): bigint {
  const parsed = parseDecimal(amount, 2)
  return parsed ? parsed.units * 10n ** BigInt(2 - parsed.scale) : 0n
}
