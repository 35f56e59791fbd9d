import { formatBase } from '../../shared/kernel/money.ts'

/** "120.00", "EUR" → "€120.00" in the reader's locale; the digits are never rounded. */
export function formatFiat({ amount, currency }: { amount: string; currency: string }): string {
  if (!isNumeric(amount)) return `${amount} ${currency}`
  const [, decimals = ''] = amount.split('.')
  const format = new Intl.NumberFormat(undefined, {
    style: 'currency',
    currency,
    ...(decimals.length > 0 && { minimumFractionDigits: decimals.length }),
  })
  return format.format(amount)
}

function isNumeric(text: string): text is `${number}` {
  return /^\d+(\.\d+)?$/.test(text)
}

/** 272 → "4:32", 4000 → "1:06:40" */
export function formatCountdown(seconds: number): string {
  const pad = (part: number) => String(part).padStart(2, '0')
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  return hours ? `${hours}:${pad(minutes)}:${pad(seconds % 60)}` : `${minutes}:${pad(seconds % 60)}`
}

/** Formats the hour and minute in the customer's time zone. */
export function formatTime(timestamp: string): string {
  return new Intl.DateTimeFormat(undefined, { timeStyle: 'short' }).format(new Date(timestamp))
}

export function formatDateTime(timestamp: string): string {
  const format = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })
  return format.format(new Date(timestamp))
}

/** Formats the difference of two amounts in base units as decimals; zero if it is negative. */
export function formatDifference(more: string, less: string, decimals: number): string {
  const difference = BigInt(more) - BigInt(less)
  return formatBase(difference > 0n ? difference : 0n, decimals)
}

/** Splits the digits after "0x" into groups of four, which together are the whole address. */
export function addressGroups(address: string): string[] {
  return address.slice(2).match(/.{1,4}/g) ?? []
}
