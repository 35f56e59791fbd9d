import { type Decimal, parseDecimal } from '../../kernel/money.ts'

export type PriceReading = {
  /** Such as "chain 1", for the operator. */
  source: string
  /**
   * Readings with the same vote count as one: the feeds of all chains, since they share an oracle network and often a
   * node provider.
   */
  vote: string
  /** A plain decimal, quote currency per base unit. */
  price: string
  /** When the source set it. */
  updatedAt: Date
  /** The age above which it no longer counts. */
  maxAgeSeconds: number
}

export type FreshReading = PriceReading & { value: Decimal }

/** Sources whose clock is further ahead than this are ignored. */
const clockSkewSeconds = 60

/** No real price is this high. */
const maxWholeUnits = 10n ** 12n

/** The readings that count at `now`: possible prices that are neither too old nor from the future. */
export function freshReadings(readings: readonly PriceReading[], now: Date): FreshReading[] {
  return readings.flatMap((reading) => {
    const value = parseDecimal(reading.price, 60)
    return value && isPossible(value) && isFresh(reading, now) ? [{ ...reading, value }] : []
  })
}

function isPossible({ units, scale }: Decimal): boolean {
  return units > 0n && units < maxWholeUnits * 10n ** BigInt(scale)
}

/** False for an invalid date, since every comparison with it is false. */
function isFresh({ updatedAt, maxAgeSeconds }: PriceReading, now: Date): boolean {
  const ageSeconds = (now.getTime() - updatedAt.getTime()) / 1000
  return ageSeconds <= maxAgeSeconds && ageSeconds >= -clockSkewSeconds
}
