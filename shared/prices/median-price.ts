import { type Decimal, parseDecimal } from '../domain/money.ts'

/** What one source says a pair is worth. */
export type PriceReading = {
  /** Of the source, for the operator's eyes. */
  source: string
  /** A plain decimal, quote currency per base unit. */
  price: string
  /** When the source set it. */
  updatedAt: Date
  /** Older than this it no longer counts. */
  maxAgeSeconds: number
}

/** Sources agree while they are at most this far from the median, in thousandths. */
const toleranceThousandths = 15n

/**
 * The median of the fresh readings that agree: at least `minimumSources` and more than half of the fresh ones within
 * 1.5 % of the median of all. Of an even number the lower middle counts, so the price is one that a source gave.
 * Undefined where there is no such agreement.
 */
export function medianPrice(
  readings: readonly PriceReading[],
  { now, minimumSources }: { now: Date; minimumSources: number },
): string | undefined {
  const fresh = readings.flatMap((reading) => {
    const value = parseDecimal(reading.price, 60)
    return value && value.units > 0n && isFresh(reading, now) ? [{ ...reading, value }] : []
  })
  const median = middle(fresh)
  if (!median) return undefined
  const agreeing = fresh.filter(({ value }) => agrees(value, median.value))
  const isEnough = agreeing.length >= minimumSources && agreeing.length * 2 > fresh.length
  return isEnough ? middle(agreeing)?.price : undefined
}

function isFresh({ updatedAt, maxAgeSeconds }: PriceReading, now: Date): boolean {
  return now.getTime() - updatedAt.getTime() <= maxAgeSeconds * 1000
}

function middle<Reading extends { value: Decimal }>(
  readings: readonly Reading[],
): Reading | undefined {
  const sorted = readings.toSorted((a, b) => compare(a.value, b.value))
  return sorted[Math.floor((sorted.length - 1) / 2)]
}

function agrees(value: Decimal, median: Decimal): boolean {
  const [a, b] = aligned(value, median)
  const distance = a > b ? a - b : b - a
  return distance * 1000n <= b * toleranceThousandths
}

function compare(a: Decimal, b: Decimal): number {
  const [left, right] = aligned(a, b)
  if (left === right) return 0
  return left < right ? -1 : 1
}

/** Both as units of one scale. */
function aligned(a: Decimal, b: Decimal): [bigint, bigint] {
  const scale = Math.max(a.scale, b.scale)
  const unitsAt = (value: Decimal) => value.units * 10n ** BigInt(scale - value.scale)
  return [unitsAt(a), unitsAt(b)]
}
