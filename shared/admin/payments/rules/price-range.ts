import { parseDecimal } from '../../../kernel/money.ts'

/** Prices in the currency of each payment, both included. */
export type PriceRange = { minPrice?: string | undefined; maxPrice?: string | undefined }

/** More decimals than any price has. */
const scale = 6

/** Whether a price is in the range; what isn't a number is in none. */
export function isInPriceRange(price: string, { minPrice, maxPrice }: PriceRange): boolean {
  const [own, min, max] = [price, minPrice ?? '0', maxPrice ?? price].map(unitsOf)
  return own !== undefined && min !== undefined && max !== undefined && min <= own && own <= max
}

function unitsOf(text: string): bigint | undefined {
  const parsed = parseDecimal(text, scale)
  return parsed && parsed.units * 10n ** BigInt(scale - parsed.scale)
}
