/** A decimal number as whole units of 10^-scale, so that no amount ever passes through a JavaScript number. */
export type Decimal = { units: bigint; scale: number }

/**
 * Reads a plain decimal string ("12.30"). Undefined for anything else: signs, exponents, blanks, more than
 * `maxDecimals` decimals. Surplus decimals are rejected, never rounded.
 */
export function parseDecimal(text: string, maxDecimals: number): Decimal | undefined {
  const match = /^(\d{1,60})(?:\.(\d{1,60}))?$/.exec(text)
  if (!match) return undefined
  const fraction = match[2] ?? ''
  if (fraction.length > maxDecimals) return undefined
  return { units: BigInt(`${match[1]}${fraction}`), scale: fraction.length }
}

/** Base units as a plain decimal string without trailing zeros: (1230000n, 6) → "1.23". */
export function formatBase(base: bigint, decimals: number): string {
  const sign = base < 0n ? '-' : ''
  const digits = (base < 0n ? -base : base).toString().padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '')
  return sign + (fraction ? `${whole}.${fraction}` : whole)
}

/** A decimal as a string with all its digits: {units: 1230n, scale: 2} → "12.30". */
export function formatDecimal(value: Decimal): string {
  const digits = value.units.toString().padStart(value.scale + 1, '0')
  if (value.scale === 0) return digits
  return `${digits.slice(0, -value.scale)}.${digits.slice(-value.scale)}`
}

export function divideRoundingUp(dividend: bigint, divisor: bigint): bigint {
  return (dividend + divisor - 1n) / divisor
}

export function smaller(one: bigint, other: bigint): bigint {
  if (one < other) return one
  return other
}

export function larger(one: bigint, other: bigint): bigint {
  if (one > other) return one
  return other
}
