/** "120.00", "EUR" → "€120.00" in a locale; the digits are never rounded. */
export function formatFiatIn(
  locale: string,
  { amount, currency }: { amount: string; currency: string },
): string {
  if (!isNumeric(amount)) return `${amount} ${currency}`
  const [, decimals = ''] = amount.split('.')
  return leftToRight(formatOf(locale, currency, decimals.length).format(amount))
}

/** A formatter takes longer to make than a row of a list to draw. */
const formats = new Map<string, Intl.NumberFormat>()

function formatOf(locale: string, currency: string, decimals: number): Intl.NumberFormat {
  const key = `${locale} ${currency} ${decimals}`
  const known = formats.get(key)
  if (known) return known
  const digits = decimals > 0 ? { minimumFractionDigits: decimals } : {}
  const made = new Intl.NumberFormat(locale, { style: 'currency', currency, ...digits })
  formats.set(key, made)
  return made
}

/** Prices in Arabic begin with a mark for right to left, which would turn "US$" into "$US". */
export function leftToRight(price: string): string {
  return price.startsWith('\u200f') ? `\u2066${price.slice(1)}\u2069` : price
}

export function isNumeric(number: string): number is `${number}` {
  return /^-?\d+(\.\d+)?$/.test(number)
}
