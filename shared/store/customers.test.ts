import { expect, it } from 'vitest'
import { later } from '../../test/factories.ts'
import { seededBytes } from '../../test/seeded-bytes.ts'
import { testTable } from '../../test/test-table.ts'
import type { Customer } from '../domain/customer.ts'
import { newId } from '../domain/ids.ts'
import { pageCustomers } from './customer-list.ts'
import {
  countCustomers,
  customerCreation,
  customerUpdate,
  findCustomerId,
  loadCustomer,
} from './customers.ts'
import type { Table } from './table.ts'
import { transact } from './transact.ts'

const bytes = seededBytes('customers')

function aCustomer(sequence: number, email: string): Customer {
  const at = later(sequence)
  const id = newId('customer', at, bytes)
  return { id, mode: 'test', sequence, email, metadata: null, createdAt: at, updatedAt: at }
}

async function add(table: Table, customer: Customer): Promise<boolean> {
  return (await transact(table, customerCreation(customer))).committed
}

it('gives every number to one customer, and every email, in whatever letter case', async () => {
  const table = await testTable()
  const ada = aCustomer(1, 'Ada@example.com')
  const crowd = [ada, ...['b', 'c', 'd'].map((name) => aCustomer(1, `${name}@example.com`))]
  const added = await Promise.all(crowd.map((one) => add(table, one)))
  expect(added.filter(Boolean)).toHaveLength(1)
  const [winner] = crowd.filter((_, n) => added[n])
  expect(await countCustomers(table, 'test')).toBe(1)
  expect(await findCustomerId(table, 'test', winner?.email.toUpperCase() ?? '')).toBe(winner?.id)
  expect(await findCustomerId(table, 'live', winner?.email ?? '')).toBeUndefined()
  expect(await add(table, aCustomer(2, winner?.email.toUpperCase() ?? ''))).toBe(false)
  expect(await add(table, aCustomer(3, 'gap@example.com'))).toBe(false)
  expect(await add(table, aCustomer(2, 'eve@example.com'))).toBe(true)
})

it('changes what can change of those who are there', async () => {
  const table = await testTable()
  const customer = aCustomer(1, 'ada@example.com')
  await add(table, customer)
  const changes = { metadata: { tier: 'gold', visits: 3 }, updatedAt: later(60) }
  expect(await transact(table, [customerUpdate(customer, changes)])).toEqual({ committed: true })
  expect(await loadCustomer(table, 'test', customer.id)).toEqual({ ...customer, ...changes })
  const unknown = { ...customer, mode: 'live' as const }
  expect((await transact(table, [customerUpdate(unknown, changes)])).committed).toBe(false)
})

it('pages from the newest to the first', async () => {
  const table = await testTable()
  for (let n = 1; n <= 5; n++) await add(table, aCustomer(n, `${n}@example.com`))
  const page = async (number: number) => {
    const { customers, total } = await pageCustomers(table, 'test', { page: number, limit: 2 })
    return [total, ...customers.map(({ sequence }) => sequence)]
  }
  expect(await Promise.all([1, 2, 3, 4].map(page))).toEqual([[5, 5, 4], [5, 3, 2], [5, 1], [5]])
})
