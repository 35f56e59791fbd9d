import type { Decimal } from '../../kernel/money.ts'
import { freshReadings, type PriceReading } from './price-reading.ts'

/**
 * Whether a USD stablecoin is worth 1 USD: `broken` while any fresh reading is off by more than 2 %, whatever the
 * others are; `unknown` while there is no fresh one.
 */
export function pegState(
  readings: readonly PriceReading[],
  now: Date,
): 'holds' | 'broken' | 'unknown' {
  const fresh = freshReadings(readings, now)
  if (!fresh.length) return 'unknown'
  return fresh.every(({ value }) => isNearOne(value)) ? 'holds' : 'broken'
}

function isNearOne({ units, scale }: Decimal): boolean {
  const one = 10n ** BigInt(scale)
  const distance = units > one ? units - one : one - units
  return distance * 50n <= one
}
