import { expect, it } from 'vitest'
import { countCustomers } from '../../../../test/count-customers.ts'
import { later } from '../../../../test/factories.ts'
import { seededBytes } from '../../../../test/seeded-bytes.ts'
import { testTable } from '../../../../test/test-table.ts'
import { newId } from '../../../kernel/ids.ts'
import type { Table } from '../../../kernel/store/table.ts'
import { transact } from '../../../kernel/store/transact.ts'
import type { Customer } from '../rules/customer.ts'
import {
  customerCreation,
  customerUpdate,
  findCustomerId,
  loadCustomer,
  touchCustomer,
} from './customers.ts'

const bytes = seededBytes('customers')

function aCustomer(email: string): Customer {
  const at = later(0)
  const id = newId('customer', at, bytes)
  return { id, mode: 'test', email, metadata: null, createdAt: at, updatedAt: at }
}

async function add(table: Table, customer: Customer): Promise<boolean> {
  return (await transact(table, customerCreation(customer))).committed
}

it('gives an email, in whatever letter case, to one customer', async () => {
  const table = await testTable()
  const crowd = ['Ada', 'ada', 'ADA', 'aDa'].map((name) => aCustomer(`${name}@example.com`))
  const added = await Promise.all(crowd.map((one) => add(table, one)))
  expect(added.filter(Boolean)).toHaveLength(1)
  const [winner] = crowd.filter((_, n) => added[n])
  expect(await findCustomerId(table, 'test', 'ADA@example.COM')).toBe(winner?.id)
  expect(await findCustomerId(table, 'live', 'ada@example.com')).toBeUndefined()
  expect(await countCustomers(table, 'test')).toBe(1)
})

it('notes that a customer came again, and keeps all else', async () => {
  const table = await testTable()
  const customer = aCustomer('ada@example.com')
  await add(table, customer)
  await touchCustomer(table, customer, later(60))
  expect(await loadCustomer(table, 'test', customer.id)).toEqual({
    ...customer,
    updatedAt: later(60),
  })
})

it('changes what can change of those who are there', async () => {
  const table = await testTable()
  const customer = aCustomer('ada@example.com')
  await add(table, customer)
  const changes = { metadata: { tier: 'gold', visits: 3 }, updatedAt: later(60) }
  expect(await transact(table, [customerUpdate(customer, changes)])).toEqual({ committed: true })
  expect(await loadCustomer(table, 'test', customer.id)).toEqual({ ...customer, ...changes })
  const unknown = { ...customer, mode: 'live' as const }
  expect((await transact(table, [customerUpdate(unknown, changes)])).committed).toBe(false)
})
