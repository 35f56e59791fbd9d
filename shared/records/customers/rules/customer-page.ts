import type { Customer } from './customer.ts'

/** A page of the matching customers, newest first: those after the first `start` of `total`. */
export type CustomerPage = { customers: Customer[]; total: number; start: number }

/**
 * The progress of numbering a mode's customers: 1, 2, 3 … without a gap, up to `given`. Those up to `listed` are found
 * by their number, all others by the rows of recent customers.
 */
export type CustomerNumbers = { given: number; listed: number; changedAt: Date }

/** A customer that is or was recent; `number` is null until one is assigned. */
export type RecentCustomer = { id: string; number: number | null; shard?: number | undefined }

export type RecentCustomers = { numbers: CustomerNumbers; rows: readonly RecentCustomer[] }

/**
 * The places of the customers of a page: first those with these ids, then those numbered from `first` down to `last`.
 */
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
  known: RecentCustomers,
  { start, limit }: { start: number; limit: number },
): CustomerPlaces {
  const { listed } = known.numbers
  const recent = withoutNumber(known)
  const recentIds = recent.slice(start, start + limit).map(({ id }) => id)
  const first = listed - Math.max(0, start - recent.length)
  const last = Math.max(1, first - (limit - recentIds.length) + 1)
  return {
    total: listed + recent.length,
    recentIds,
    numbered: first >= last && recentIds.length < limit ? { first, last } : undefined,
  }
}

/** The number of customers before those after this one; undefined if there is no such customer. */
export function placeAfter(
  known: RecentCustomers,
  { id, number }: Pick<RecentCustomer, 'id' | 'number'>,
): number | undefined {
  const { listed } = known.numbers
  const recent = withoutNumber(known)
  const index = recent.findIndex((customer) => customer.id === id)
  if (index >= 0) return index + 1
  return number === null || number > listed ? undefined : recent.length + listed - number + 1
}

/** Customers who aren't found by a number yet, newest first. */
function withoutNumber({ numbers: { listed }, rows }: RecentCustomers): RecentCustomer[] {
  return rows.filter(({ number }) => number === null || number > listed).toSorted(newestFirst)
}

function newestFirst(a: RecentCustomer, b: RecentCustomer): number {
  if (a.number !== null && b.number !== null) return b.number - a.number
  if (a.number === null && b.number === null) return a.id < b.id ? 1 : -1
  return a.number === null ? -1 : 1
}
