import { invariant } from '../domain/invariant.ts'
import { parseDecimal } from '../domain/money.ts'

/** Whether a USD stablecoin is within 2 % of 1 USD. One whose own price was never known counts as sound. */
export function holdsPeg(price: string | undefined): boolean {
  if (price === undefined) return true
  const value = parseDecimal(price, 60)
  invariant(value, `${price} is a decimal`)
  const one = 10n ** BigInt(value.scale)
  const distance = value.units > one ? value.units - one : one - value.units
  return distance * 50n <= one
}
