import { expect, it } from 'vitest'
import { recordCalls, roundTrips } from '../../../../bench/recorded-calls.ts'
import { fillWithCustomers } from '../../../../test/customer-rows.ts'
import { testTable } from '../../../../test/test-table.ts'
import { noteShards } from '../../../kernel/store/shard-count.ts'
import type { Table } from '../../../kernel/store/table.ts'
import type { CustomerPage } from '../rules/customer-page.ts'
import { pageCustomers } from './customer-list.ts'

const limit = 25

/** A page, and the cost of reading it. */
async function costOf(table: Table, page: number) {
  const pages: CustomerPage[] = []
  const calls = await recordCalls(async () =>
    pages.push(await pageCustomers(table, 'test', { page, limit })),
  )
  const [read = { customers: [], total: -1 }] = pages
  return {
    ids: read.customers.map(({ id }) => id),
    total: read.total,
    operations: calls.map(({ operation }) => operation),
    roundTrips: roundTrips(calls),
    units: calls.reduce((sum, { units }) => sum + units, 0),
  }
}

it('reads any page of thousands of customers with two queries of the same cost', async () => {
  const table = await testTable()
  // Known from the settings that every request loads.
  noteShards(table, 'test', null)
  const count = 5_000
  const newestFirst = (await fillWithCustomers(table, 'test', { numbered: count })).toReversed()
  const last = count / limit
  const costs = new Set<number>()
  for (const page of [1, 2, 17, last / 2, last - 1, last]) {
    const read = await costOf(table, page)
    expect(read.total).toBe(count)
    expect(read.ids).toEqual(newestFirst.slice((page - 1) * limit, page * limit))
    expect(read.operations).toEqual(['Query', 'Query'])
    costs.add(read.units)
  }
  expect([...costs]).toHaveLength(1)
  const beyond = await costOf(table, last + 1)
  expect(beyond).toMatchObject({ ids: [], total: count, operations: ['Query'] })
})

it('pages through a rush of thousands of customers whom nobody has numbered yet', async () => {
  const table = await testTable()
  const counts = { numbered: 90, recent: 3_010 }
  const newestFirst = (await fillWithCustomers(table, 'test', counts)).toReversed()
  // The page on which the last customers without a number meet the first with one, and those around it.
  for (const page of [1, 120, 121, 122, 124]) {
    const read = await costOf(table, page)
    expect(read.total).toBe(3_100)
    expect(read.ids).toEqual(newestFirst.slice((page - 1) * limit, page * limit))
    expect(read.roundTrips).toBe(2)
  }
})

/** 50 pairs of 500 characters. */
const largest = Object.fromEntries(
  Array.from({ length: 50 }, (_, n) => [`key${n}`.padEnd(40, '-'), 'x'.repeat(500)]),
)

it.each([
  { numbered: 100, recent: 0 },
  { numbered: 0, recent: 100 },
  { numbered: 50, recent: 50 },
])('shows 100 customers with as much metadata as they may have: %j', async (counts) => {
  const table = await testTable()
  const ids = await fillWithCustomers(table, 'test', { ...counts, metadata: largest })
  const { customers, total } = await pageCustomers(table, 'test', { page: 1, limit: 100 })
  expect(total).toBe(100)
  expect(customers.map(({ id }) => id)).toEqual(ids.toReversed())
  expect(customers.every(({ metadata }) => Object.keys(metadata ?? {}).length === 50)).toBe(true)
})
