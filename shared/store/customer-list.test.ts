import { expect, it } from 'vitest'
import { recordCalls } from '../../test/bench/recorded-calls.ts'
import { fillWithCustomers } from '../../test/customer-rows.ts'
import { testTable } from '../../test/test-table.ts'
import type { CustomerPage } from '../domain/customer-page.ts'
import { pageCustomers } from './customer-list.ts'

const count = 5_000
const limit = 25

/** A page with what it took to read it. */
async function costOf(read: () => Promise<CustomerPage>) {
  const pages: CustomerPage[] = []
  const calls = await recordCalls(async () => pages.push(await read()))
  const [page = { customers: [], total: -1 }] = pages
  return { page, operations: calls.map(({ operation }) => operation), units: total(calls) }
}

const total = (calls: readonly { units: number }[]) =>
  calls.reduce((sum, { units }) => sum + units, 0)

it('reads any page of thousands of customers with one query of the same cost', async () => {
  const table = await testTable()
  await fillWithCustomers(table, 'test', count)
  const last = count / limit
  const costs = new Set<number>()
  for (const page of [1, 2, 17, last / 2, last - 1, last]) {
    const read = await costOf(() => pageCustomers(table, 'test', { page, limit }))
    expect(read.page.total).toBe(count)
    const newest = count - (page - 1) * limit
    expect(read.page.customers.map(({ sequence }) => sequence)).toEqual(
      Array.from({ length: limit }, (_, i) => newest - i),
    )
    // Beyond the first page, whose first customer tells it, the total is a counter's one item.
    expect(read.operations).toEqual(page === 1 ? ['Query'] : ['GetItem', 'Query'])
    costs.add(page === 1 ? read.units + 1 : read.units)
  }
  expect([...costs]).toHaveLength(1)
  const beyond = await costOf(() => pageCustomers(table, 'test', { page: last + 1, limit }))
  expect(beyond).toMatchObject({ page: { customers: [], total: count }, operations: ['GetItem'] })
})
