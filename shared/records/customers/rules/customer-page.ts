import type { Customer } from './customer.ts'

/** A page of the matching customers, newest first; `total` counts all pages. */
export type CustomerPage = { customers: Customer[]; total: number }

/**
 * The progress of numbering a mode's customers: 1, 2, 3 … without a gap, up to `given`. Those up to `listed` are found
 * by their number, all others by the rows of recent customers.
 */
export type CustomerNumbers = { given: number; listed: number; changedAt: Date }

/** A customer that is or was recent; `number` is null until one is assigned. */
export type RecentCustomer = { id: string; number: number | null; shard?: number | undefined }

export type RecentCustomers = { numbers: CustomerNumbers; rows: readonly RecentCustomer[] }

/** Where the customers of a page are found: first those with these ids, then those numbered from `first` down to `last`. */
export type CustomerPlaces = {
  total: number
  recentIds: string[]
  numbered: { first: number; last: number } | undefined
}

/**
 * A page of all customers, newest first: those without a number in the order of their ids, then by number. Each
 * customer is either one of the first `listed` or has a row, so the total is always exact.
 */
export function customerPlaces(
  { numbers: { listed }, rows }: RecentCustomers,
  { page, limit }: { page: number; limit: number },
): CustomerPlaces {
  const recent = rows
    .filter(({ number }) => number === null || number > listed)
    .toSorted(newestFirst)
  const start = (page - 1) * limit
  const recentIds = recent.slice(start, start + limit).map(({ id }) => id)
  const first = listed - Math.max(0, start - recent.length)
  const last = Math.max(1, first - (limit - recentIds.length) + 1)
  return {
    total: listed + recent.length,
    recentIds,
    numbered: first >= last && recentIds.length < limit ? { first, last } : undefined,
  }
}

function newestFirst(a: RecentCustomer, b: RecentCustomer): number {
  if (a.number !== null && b.number !== null) return b.number - a.number
  if (a.number === null && b.number === null) return a.id < b.id ? 1 : -1
  return a.number === null ? -1 : 1
}
