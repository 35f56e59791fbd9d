import { formatNumberIn, shortened, withCents } from '../../static-ui/format-number.ts'
import { formatFiat } from './format.ts'
import { locale } from './texts/text.ts'

const number = /^-?[\d.]+/

/** "1234.5 USDC", or "1234.5" and its asset → "1,234.50 USDC", by the locale of the page. For reading: what is copied or sent stays as it is. */
export function formatAmount(amount: string, asset?: string): string {
  return changed(amount, asset, withCents)
}

/** With the eight digits that a list has room for. */
export function formatShortly(amount: string, asset?: string): string {
  return changed(amount, asset, (digits, coin) => shortened(withCents(shortened(digits), coin)))
}

/** An estimate with three digits that count, never less than it is: "0.005378344048405096" → "0.00538". */
export function formatRoughly(amount: string): string {
  const options = { maximumSignificantDigits: 3, roundingMode: 'ceil' } as const
  return new Intl.NumberFormat(locale, options).format(Number(amount))
}

/** The price of one coin, with at least the cents: "2500", "USD" → "$2,500.00". */
export function formatPrice(price: string, currency: string): string {
  return formatFiat({ amount: withCents(shortened(price), currency), currency })
}

type Change = (digits: string, coin: string) => string

function changed(amount: string, asset: string | undefined, change: Change): string {
  const coin = asset ?? amount.replace(number, '').trim()
  return amount.replace(number, (digits) => formatNumberIn(locale, change(digits, coin)) ?? digits)
}
