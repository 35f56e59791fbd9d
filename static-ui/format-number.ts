import { isNumeric } from './format-fiat.ts'

/** "1234.5" → "1,234.5" in a locale, with every digit; undefined if it isn't a number. */
export function formatNumberIn(locale: string, number: string): string | undefined {
  return isNumeric(number) ? formatOf(locale, number).format(number) : undefined
}

/** Coins that are named after a currency have its cents. */
const hasCents = /USD|EUR|^DAI/

/** "118.5", "USDC" → "118.50": with at least its cents, if the coin stands for a currency. */
export function withCents(number: string, asset: string): string {
  if (!isNumeric(number) || !hasCents.test(asset)) return number
  const [whole = '', cents = ''] = number.split('.')
  return `${whole}.${cents.padEnd(2, '0')}`
}

const mostDigits = 8

/** "0.062618999999811" → "0.062618999": at most eight digits that count, for lists. Cut and never rounded: it isn't more. */
export function shortened(number: string): string {
  const [whole = '', fraction = ''] = number.split('.')
  const isBelowOne = /^-?0$/.test(whole)
  const [zeros = ''] = isBelowOne ? (/^0*/.exec(fraction) ?? []) : []
  const digits = isBelowOne ? 0 : whole.replace('-', '').length
  const kept = fraction.slice(0, zeros.length + Math.max(0, mostDigits - digits))
  // Zeros at the end say something only if nothing was cut.
  const shown = kept === fraction ? kept : kept.replace(/0+$/, '')
  return shown === '' ? whole : `${whole}.${shown}`
}

/** A formatter takes longer to make than a row of a list to draw. */
const formats = new Map<string, Intl.NumberFormat>()

function formatOf(locale: string, number: string): Intl.NumberFormat {
  const [, { length: digits } = ''] = number.split('.')
  const key = `${locale} ${digits}`
  const all = { minimumFractionDigits: digits, maximumFractionDigits: digits }
  const known = formats.get(key) ?? new Intl.NumberFormat(locale, all)
  formats.set(key, known)
  return known
}
