import { formatBase } from '../../shared/kernel/money.ts'

/** "120.00", "EUR" → "€120.00" in the reader's own way of writing; the digits are never rounded. */
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

/** The hour and minute of a moment, where the customer is. */
export function formatTime(moment: string): string {
  return new Intl.DateTimeFormat(undefined, { timeStyle: 'short' }).format(new Date(moment))
}

export function formatMoment(moment: string): string {
  const format = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })
  return format.format(new Date(moment))
}

/** Base units as decimals; zero where `base` is negative. */
export function formatDifference(more: string, less: string, decimals: number): string {
  const difference = BigInt(more) - BigInt(less)
  return formatBase(difference > 0n ? difference : 0n, decimals)
}

/** The digits after "0x" in groups of four; together they are the address again. */
export function addressGroups(address: string): string[] {
  return address.slice(2).match(/.{1,4}/g) ?? []
}
