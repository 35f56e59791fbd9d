import { formatBase } from '../../shared/kernel/money.ts'
import { fill } from '../../shared/kernel/template.ts'
import { formatFiatIn, leftToRight } from '../../static-ui/format-fiat.ts'
import { formatNumberIn, withCents } from '../../static-ui/format-number.ts'
import { locale, text } from './texts/text.ts'

/** "120.00", "EUR" → "€120.00" in the page's locale; the digits are never rounded. */
export function formatFiat(price: { amount: string; currency: string }): string {
  return formatFiatIn(locale, price)
}

/** "1234.5", "USDC" → "1,234.50" in the page's locale, with every digit. For reading: what is copied stays as it is. */
export function formatNumber(amount: string, asset: string): string {
  const number = withCents(amount, asset)
  return formatNumberIn(locale, number) ?? number
}

/** "0.048 ETH", never broken between its two parts. */
export function formatAmount(
  { formatted }: { formatted: string },
  { asset }: { asset: string },
): string {
  return unbroken(fill(text.amount, { amount: formatNumber(formatted, asset), asset }))
}

/** "1 ETH = $2,500.00", from what the order costs in both. For reading: nothing is computed with it. */
export function formatRate(order: {
  asset: string
  amount: { formatted: string }
  fiat: { amount: string; currency: string }
}): string {
  const { asset, amount, fiat } = order
  const rate = Number(fiat.amount) / Number(amount.formatted)
  const price = new Intl.NumberFormat(locale, { style: 'currency', currency: fiat.currency })
  return `${formatAmount({ formatted: '1' }, { asset })} = ${leftToRight(price.format(rate))}`
}

/** 272 → "4:32", 4000 → "1:06:40" */
export function formatCountdown(seconds: number): string {
  const pad = (part: number) => String(part).padStart(2, '0')
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  return hours ? `${hours}:${pad(minutes)}:${pad(seconds % 60)}` : `${minutes}:${pad(seconds % 60)}`
}

/** 20 → "20 seconds", 60 → "1 minute", 150 → "3 minutes" */
export function formatDuration(seconds: number): string {
  const isShort = seconds < 90 && seconds !== 60
  const [value, unit] = isShort ? [seconds, 'second'] : [Math.round(seconds / 60), 'minute']
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(value)
}

/** Formats the hour and minute in the customer's time zone. */
export function formatTime(timestamp: string): string {
  const format = new Intl.DateTimeFormat(locale, { timeStyle: 'short' })
  return unbroken(format.format(new Date(timestamp)))
}

function unbroken(words: string): string {
  return words.replaceAll(' ', '\u00a0')
}

/** Formats date, time and time zone, so that a receipt can be read anywhere. */
export function formatDateTime(timestamp: string): string {
  const format = new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  })
  return format.format(new Date(timestamp))
}

type Amount = { base: string; decimals?: number }

/** The difference of two amounts in base units; zero if it is negative. One of the two knows the decimals. */
export function differenceOf(more: Amount, less: Amount): { base: string; formatted: string } {
  const difference = BigInt(more.base) - BigInt(less.base)
  const base = difference > 0n ? difference : 0n
  const decimals = more.decimals ?? less.decimals ?? 0
  return { base: base.toString(), formatted: formatBase(base, decimals) }
}
