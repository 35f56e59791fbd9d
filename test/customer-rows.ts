import { BatchWriteCommand, PutCommand } from '@aws-sdk/lib-dynamodb'
import type { Customer } from '../shared/domain/customer.ts'
import { newId } from '../shared/domain/ids.ts'
import type { Mode } from '../shared/domain/mode.ts'
import { customerCreation } from '../shared/store/customers.ts'
import { keys } from '../shared/store/keys.ts'
import type { Table } from '../shared/store/table.ts'
import { later } from './factories.ts'
import { seededBytes } from './seeded-bytes.ts'

const batchSize = 25

/** Fills an empty table with customers 1 to `count` as their creations would, but many at a time. */
export async function fillWithCustomers(table: Table, mode: Mode, count: number): Promise<void> {
  for (let start = 0; start < count; start += batchSize) {
    const size = Math.min(batchSize, count - start)
    const requests = Array.from({ length: size }, (_, n) => row(aCustomer(mode, start + n + 1)))
    await table.client.send(new BatchWriteCommand({ RequestItems: { [table.name]: requests } }))
  }
  const counter = { ...keys.counter(mode, 'customers'), count }
  await table.client.send(new PutCommand({ TableName: table.name, Item: counter }))
}

/** The item that shows in lists, of the writes that add a customer. */
function row(customer: Customer) {
  const puts = customerCreation(customer).flatMap((write) =>
    'Put' in write ? [write.Put.Item] : [],
  )
  return { PutRequest: { Item: puts.find((item) => item !== undefined && 'listPk' in item) } }
}

const randomBytes = seededBytes('customers')

function aCustomer(mode: Mode, sequence: number): Customer {
  const createdAt = later(sequence)
  return {
    id: newId('customer', createdAt, randomBytes),
    mode,
    sequence,
    email: `customer${sequence}@example.com`,
    metadata: sequence % 3 === 0 ? { tier: 'gold', visits: sequence } : null,
    createdAt,
    updatedAt: createdAt,
  }
}
