import { formatBase, parseDecimal } from '../../../kernel/money.ts'

const scale = 18

/** A decimal in units of 10^-18, whatever its length; undefined for anything but a plain decimal. */
export function fiatUnits(amount: string): bigint | undefined {
  const parsed = parseDecimal(amount, scale)
  return parsed && parsed.units * 10n ** BigInt(scale - parsed.scale)
}

/** The sum of decimals, without trailing zeros; undefined if one of them is none. */
export function sumOf(amounts: readonly string[]): string | undefined {
  const units = amounts.map(fiatUnits)
  const known = units.filter((each) => each !== undefined)
  if (known.length < units.length) return undefined
  return formatBase(
    known.reduce((sum, each) => sum + each, 0n),
    scale,
  )
}
