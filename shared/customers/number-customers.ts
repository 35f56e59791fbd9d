import { idRange } from '../kernel/id-range.ts'
import type { Mode } from '../kernel/mode.ts'
import type { Table } from '../kernel/store/table.ts'
import type { CustomerNumbers, RecentCustomers } from './rules/customer-page.ts'
import { forgetRecentCustomers, giveNumbers, replaceNumbers } from './store/customer-numbers.ts'
import { loadRecentCustomers } from './store/recent-customers.ts'

export type NumberCustomersDeps = { table: Table; now: () => Date }

/**
 * A customer moves from the recent ones to the numbered ones in three steps with a rest between them: numbered, listed
 * by number, row removed. By then the index shows the number, and whoever read the step before has finished reading.
 */
const restMs = 30_000

/** Longer than a request takes from making an id to writing it, so ids are numbered in their order. */
const settledMs = 30_000

const batchSize = 20

/**
 * Gives the recent customers of a mode the next numbers, in the order of their ids, and lists those who have had theirs
 * for a while. A customer whose id is older than one that has a number (written by a clock that is slow) gets the next
 * one. Does nothing within 30 s of another run, so that of two at once one goes on. Returns how many were numbered.
 */
export async function numberCustomers(
  deps: NumberCustomersDeps,
  mode: Mode,
  { limit = 5_000 }: { limit?: number } = {},
): Promise<number> {
  const recent = await loadRecentCustomers(deps.table, mode)
  const at = deps.now()
  if (at.getTime() - recent.numbers.changedAt.getTime() < restMs) return 0
  const waiting = settledIds(recent, at).slice(0, limit)
  const numbers = await listGivenNumbers(deps.table, mode, { recent, at, waiting })
  return numbers ? giveAllNumbers(deps, mode, { numbers, waiting }) : 0
}

/** Undefined if there is nothing to do, or somebody else does it. */
async function listGivenNumbers(
  table: Table,
  mode: Mode,
  { recent, at, waiting }: { recent: RecentCustomers; at: Date; waiting: readonly string[] },
): Promise<CustomerNumbers | undefined> {
  const { numbers: before, rows } = recent
  const done = rows.filter(({ number }) => number !== null && number <= before.listed)
  await forgetRecentCustomers(
    table,
    mode,
    done.map(({ id }) => id),
  )
  if (before.listed === before.given && waiting.length === 0) return undefined
  const numbers = { ...before, listed: before.given, changedAt: at }
  return (await replaceNumbers(table, mode, { numbers, before })) ? numbers : undefined
}

function settledIds({ rows }: RecentCustomers, at: Date): string[] {
  const { to } = idRange('customer', { createdBefore: new Date(at.getTime() - settledMs) })
  return rows.flatMap(({ id, number }) => (number === null && id <= to ? [id] : [])).toSorted()
}

async function giveAllNumbers(
  { table, now }: NumberCustomersDeps,
  mode: Mode,
  { numbers, waiting }: { numbers: CustomerNumbers; waiting: readonly string[] },
): Promise<number> {
  let before = numbers
  for (let start = 0; start < waiting.length; start += batchSize) {
    const ids = waiting.slice(start, start + batchSize)
    const next = { ...before, given: before.given + ids.length, changedAt: now() }
    const outcome = await giveNumbers(table, mode, { ids, numbers: next, before })
    if (!outcome.committed) {
      if (outcome.failed[0].index === 0) return before.given - numbers.given
      throw new Error(`a recent customer is not there or has a number: ${ids[0]} to ${ids.at(-1)}`)
    }
    before = next
  }
  return waiting.length
}
