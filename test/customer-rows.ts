import { BatchWriteCommand, PutCommand } from '@aws-sdk/lib-dynamodb'
import * as z from 'zod'
import { newId } from '../shared/kernel/ids.ts'
import type { Mode } from '../shared/kernel/mode.ts'
import { indexKeys } from '../shared/kernel/store/index-keys.ts'
import type { Table } from '../shared/kernel/store/table.ts'
import type { Customer } from '../shared/records/customers/rules/customer.ts'
import { numberKey } from '../shared/records/customers/store/customer-numbers.ts'
import { customerCreation } from '../shared/records/customers/store/customers.ts'
import { customerKeys } from '../shared/records/customers/store/keys.ts'
import { numbersCodec } from '../shared/records/customers/store/recent-customers.ts'
import { later } from './factories.ts'
import { seededBytes } from './seeded-bytes.ts'

type Count = {
  /** Customers listed by number. */
  numbered: number
  /** Later customers, not numbered yet. */
  recent?: number
  metadata?: Customer['metadata']
}

const batchSize = 25

/** Fills an empty table with customers in batches. Returns their ids, oldest first. */
export async function fillWithCustomers(
  table: Table,
  mode: Mode,
  { numbered, recent = 0, metadata = null }: Count,
): Promise<string[]> {
  const customers = Array.from({ length: numbered + recent }, (_, n) =>
    aCustomer(mode, n + 1, metadata),
  )
  const items = customers.flatMap((customer, n) =>
    n < numbered ? [numberedItem(customer, n + 1)] : recentItems(customer),
  )
  for (let start = 0; start < items.length; start += batchSize) {
    const requests = items.slice(start, start + batchSize).map((Item) => ({ PutRequest: { Item } }))
    await table.client.send(new BatchWriteCommand({ RequestItems: { [table.name]: requests } }))
  }
  const numbers = { given: numbered, listed: numbered, changedAt: later(0) }
  const Item = { ...customerKeys.customerNumbers(mode), ...z.encode(numbersCodec, numbers) }
  await table.client.send(new PutCommand({ TableName: table.name, Item }))
  return customers.map(({ id }) => id)
}

/** The customer's own item and its row among the recent ones. */
function recentItems(customer: Customer) {
  const [, ...writes] = customerCreation(customer)
  return writes.flatMap((write) => ('Put' in write ? [write.Put.Item] : []))
}

function numberedItem(customer: Customer, number: number) {
  const [item] = recentItems(customer)
  return { ...item, listPk: indexKeys.customers(customer.mode).key, listSk: numberKey(number) }
}

const randomBytes = seededBytes('customers')

function aCustomer(mode: Mode, number: number, metadata: Customer['metadata']): Customer {
  const createdAt = later(number)
  return {
    id: newId('customer', createdAt, randomBytes),
    mode,
    email: `customer${number}@example.com`,
    metadata,
    createdAt,
    updatedAt: createdAt,
  }
}
