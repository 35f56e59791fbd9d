import { formatNumberIn, shortened } from '../../static-ui/format-number.ts'
import { locale } from './texts/text.ts'

/** "1234.5 USDC" → "1,234.5 USDC", by the locale of the page. For reading: what is copied or sent stays as it is. */
export function formatAmount(amount: string): string {
  return amount.replace(/^-?[\d.]+/, (number) => formatNumberIn(locale, number) ?? number)
}

/** The same with the eight digits that a list has room for. */
export function formatShortly(amount: string): string {
  return formatAmount(amount.replace(/^-?[\d.]+/, shortened))
}
