/** "120.00", "EUR" → "€120.00" in a locale; the digits are never rounded. */
export function formatFiatIn(
  locale: string,
  { amount, currency }: { amount: string; currency: string },
): string {
  if (!isNumeric(amount)) return `${amount} ${currency}`
  const [, decimals = ''] = amount.split('.')
  const format = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    ...(decimals.length > 0 && { minimumFractionDigits: decimals.length }),
  })
  return leftToRight(format.format(amount))
}

/** Prices in Arabic begin with a mark for right to left, which would turn "US$" into "$US". */
export function leftToRight(price: string): string {
  return price.startsWith('\u200f') ? `\u2066${price.slice(1)}\u2069` : price
}

export function isNumeric(amount: string): amount is `${number}` {
  return /^\d+(\.\d+)?$/.test(amount)
}
