import type { Decimal } from '../../kernel/money.ts'
import { type FreshReading, freshReadings, type PriceReading } from './price-reading.ts'

/** Sources agree while they are at most this far from the median, in thousandths. */
const toleranceThousandths = 15n

/**
 * The median of the fresh votes that agree: at least `minimumSources` and more than half of the fresh ones within 1.5 %
 * of the median of all. Readings of one vote must agree with each other in the same way, otherwise it does not count.
 * For an even number, the lower of the two middle ones is used, so the price is one that a source gave. Undefined
 * without such agreement.
 */
export function medianPrice(
  readings: readonly PriceReading[],
  { now, minimumSources }: { now: Date; minimumSources: number },
): string | undefined {
  const byVote = Map.groupBy(freshReadings(readings, now), ({ vote }) => vote)
  const votes = [...byVote.values()].flatMap((ofVote) => agreed(ofVote, 1) ?? [])
  return agreed(votes, minimumSources)?.price
}

/** Whether two prices are within the tolerance of sources that agree. */
export function agrees(value: Decimal, median: Decimal): boolean {
  const [a, b] = aligned(value, median)
  const distance = a > b ? a - b : b - a
  return distance * 1000n <= b * toleranceThousandths
}

function agreed(readings: readonly FreshReading[], minimum: number): FreshReading | undefined {
  const median = middle(readings)
  if (!median) return undefined
  const agreeing = readings.filter(({ value }) => agrees(value, median.value))
  const isEnough = agreeing.length >= minimum && agreeing.length * 2 > readings.length
  return isEnough ? middle(agreeing) : undefined
}

function middle(readings: readonly FreshReading[]): FreshReading | undefined {
  const sorted = readings.toSorted((a, b) => compare(a.value, b.value))
  return sorted[Math.floor((sorted.length - 1) / 2)]
}

function compare(a: Decimal, b: Decimal): number {
  const [left, right] = aligned(a, b)
  if (left === right) return 0
  return left < right ? -1 : 1
}

/** Both as units of the same scale. */
function aligned(a: Decimal, b: Decimal): [bigint, bigint] {
  const scale = Math.max(a.scale, b.scale)
  const unitsAt = (value: Decimal) => value.units * 10n ** BigInt(scale - value.scale)
  return [unitsAt(a), unitsAt(b)]
}
