import { idRange } from '../../kernel/id-range.ts'
import type { Mode } from '../../kernel/mode.ts'
import type { Table } from '../../kernel/store/table.ts'
import type { CustomerNumbers, RecentCustomer, RecentCustomers } from './rules/customer-page.ts'
import { giveNumbers, removeRecentCustomers, replaceNumbers } from './store/customer-numbers.ts'
import { loadRecentCustomers } from './store/recent-customers.ts'

export type NumberCustomersDeps = { table: Table; now: () => Date }

/**
 * A customer moves from the recent to the numbered ones in three steps with a pause between them: numbered, listed by
 * number, row removed. After the pause, the index shows the number, and readers of the previous step have finished.
 */
const pauseMs = 30_000

/** Longer than a request takes from creating an id to writing it, so that ids are numbered in order. */
const settledMs = 30_000

const batchSize = 20

/**
 * Assigns the next numbers to the recent customers of a mode, in the order of their ids, and lists those that were
 * numbered a while ago. A customer whose id is older than a numbered one (because of a slow clock) gets the next
 * number. Does nothing within 30 s of another run, so that only one of two concurrent runs continues. Returns how many
 * were numbered.
 */
export async function numberCustomers(
  deps: NumberCustomersDeps,
  mode: Mode,
  { limit = 5_000 }: { limit?: number } = {},
): Promise<number> {
  // Mostly there are none, which a read at half the price shows: what it misses, the next run finds.
  const seen = await loadRecentCustomers(deps.table, mode, { stale: true })
  if (seen.rows.length === 0 && seen.numbers.listed === seen.numbers.given) return 0
  const recent = await loadRecentCustomers(deps.table, mode)
  const at = deps.now()
  if (at.getTime() - recent.numbers.changedAt.getTime() < pauseMs) return 0
  const waiting = settledRows(recent, at).slice(0, limit)
  const numbers = await listGivenNumbers(deps.table, mode, { recent, at, waiting })
  return numbers ? giveAllNumbers(deps, mode, { numbers, waiting }) : 0
}

/** Undefined if there is nothing to do, or another run does it. */
async function listGivenNumbers(
  table: Table,
  mode: Mode,
  {
    recent,
    at,
    waiting,
  }: { recent: RecentCustomers; at: Date; waiting: readonly RecentCustomer[] },
): Promise<CustomerNumbers | undefined> {
  const { numbers: before, rows } = recent
  const done = rows.filter(({ number }) => number !== null && number <= before.listed)
  await removeRecentCustomers(table, mode, done)
  if (before.listed === before.given && waiting.length === 0) return undefined
  const numbers = { ...before, listed: before.given, changedAt: at }
  return (await replaceNumbers(table, mode, { numbers, before })) ? numbers : undefined
}

function settledRows({ rows }: RecentCustomers, at: Date): RecentCustomer[] {
  const { to } = idRange('customer', { createdBefore: new Date(at.getTime() - settledMs) })
  return rows
    .filter(({ id, number }) => number === null && id <= to)
    .toSorted((a, b) => Number(a.id > b.id) - Number(a.id < b.id))
}

async function giveAllNumbers(
  { table, now }: NumberCustomersDeps,
  mode: Mode,
  { numbers, waiting }: { numbers: CustomerNumbers; waiting: readonly RecentCustomer[] },
): Promise<number> {
  let before = numbers
  for (let start = 0; start < waiting.length; start += batchSize) {
    const rows = waiting.slice(start, start + batchSize)
    const next = { ...before, given: before.given + rows.length, changedAt: now() }
    const outcome = await giveNumbers(table, mode, { rows, numbers: next, before })
    if (!outcome.committed) {
      if (outcome.failed[0].index === 0) return before.given - numbers.given
      throw new Error(
        `a recent customer is not there or has a number: ${rows[0]?.id} to ${rows.at(-1)?.id}`,
      )
    }
    before = next
  }
  return waiting.length
}
