import { type Decimal, parseDecimal } from '../kernel/money.ts'

/** What one source says a pair is worth. */
export type PriceReading = {
  /** Such as "chain 1", for the operator's eyes. */
  source: string
  /** Readings of one vote count as one: the feeds of all chains, since one oracle network and often one node provider stand behind them. */
  vote: string
  /** A plain decimal, quote currency per base unit. */
  price: string
  /** When the source set it. */
  updatedAt: Date
  /** Older than this it no longer counts. */
  maxAgeSeconds: number
}

export type FreshReading = PriceReading & { value: Decimal }

/** Sources whose clock is further ahead than this are not believed. */
const clockSkewSeconds = 60

/** Nothing that is sold here costs a trillion. */
const maxWholeUnits = 10n ** 12n

/** Those that count at `now`: possible prices of a possible time that is neither too old nor to come. */
export function freshReadings(readings: readonly PriceReading[], now: Date): FreshReading[] {
  return readings.flatMap((reading) => {
    const value = parseDecimal(reading.price, 60)
    return value && isPossible(value) && isFresh(reading, now) ? [{ ...reading, value }] : []
  })
}

function isPossible({ units, scale }: Decimal): boolean {
  return units > 0n && units < maxWholeUnits * 10n ** BigInt(scale)
}

/** An invalid date is neither: each comparison with it is false. */
function isFresh({ updatedAt, maxAgeSeconds }: PriceReading, now: Date): boolean {
  const ageSeconds = (now.getTime() - updatedAt.getTime()) / 1000
  return ageSeconds <= maxAgeSeconds && ageSeconds >= -clockSkewSeconds
}
