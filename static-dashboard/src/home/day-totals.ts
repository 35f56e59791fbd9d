import type { Operations } from '../operations.ts'

export type Day = Operations['show-overview']['output']['days'][number]

type Volume = Day['volumes'][number]

/** The currencies of some days, those with the most completed first. */
export function currenciesOf(days: readonly Day[]): string[] {
  const all = [...new Set(days.flatMap(({ volumes }) => volumes.map(({ currency }) => currency)))]
  const size = (currency: string) => Number(completedIn(days, currency))
  return all.toSorted((a, b) => size(b) - size(a))
}

/** The total of completed payments in a currency, less refunds, as a decimal. */
export function completedIn(days: readonly Day[], currency: string): string {
  return decimal(sumOf(days, currency, 'completed') - sumOf(days, currency, 'refunded'))
}

export function refundedIn(days: readonly Day[], currency: string): string {
  return decimal(sumOf(days, currency, 'refunded'))
}

function sumOf(days: readonly Day[], currency: string, name: 'completed' | 'refunded'): bigint {
  return days.reduce((sum, day) => sum + hundredths(volumeOf(day, currency)[name]), 0n)
}

export function volumeOf({ volumes }: Day, currency: string): Omit<Volume, 'currency'> {
  const none = { completed: '0.00', lost: '0.00', refunded: '0.00' }
  return volumes.find((each) => each.currency === currency) ?? none
}

export type Counts = Day['counts']

export function countsOf(days: readonly Day[]): Counts {
  const sum = (name: keyof Counts) => days.reduce((total, { counts }) => total + counts[name], 0)
  return {
    created: sum('created'),
    paid: sum('paid'),
    paidLate: sum('paidLate'),
    overpaid: sum('overpaid'),
    underpaid: sum('underpaid'),
    expired: sum('expired'),
    failed: sum('failed'),
    refunded: sum('refunded'),
  }
}

/** Completed payments among those that ended. Payments that were paid late had mostly expired before. */
export function completionOf(counts: Counts): { completed: number; ended: number } {
  const { paid, paidLate, overpaid, expired, failed } = counts
  const completed = paid + paidLate + overpaid
  return { completed, ended: completed + Math.max(0, expired + failed - paidLate) }
}

/** The growth of a total over another, as a fraction; undefined if there is nothing to compare with. */
export function growth(total: string, before: string): number | undefined {
  return Number(before) > 0 ? Number(total) / Number(before) - 1 : undefined
}

/** The round number at or above the highest bar, at which the chart ends. */
export function topOf(highest: number): number {
  if (highest <= 0) return 100
  const magnitude = 10 ** Math.floor(Math.log10(highest))
  const step =
    [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10].find((each) => each * magnitude >= highest) ?? 10
  return step * magnitude
}

/** Amounts have two decimals. */
function hundredths(amount: string): bigint {
  return BigInt(amount.replace('.', ''))
}

function decimal(amount: bigint): string {
  const sign = amount < 0n ? '-' : ''
  const digits = String(amount < 0n ? -amount : amount).padStart(3, '0')
  return `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}`
}
