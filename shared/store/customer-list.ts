import { QueryCommand } from '@aws-sdk/lib-dynamodb'
import * as z from 'zod'
import type { Customer } from '../domain/customer.ts'
import type { CustomerPage } from '../domain/customer-page.ts'
import type { Mode } from '../domain/mode.ts'
import { countCustomers, customerCodec, sequenceKey } from './customers.ts'
import { indexKeys } from './keys.ts'
import type { Table } from './table.ts'

const customers = z.array(customerCodec)

/**
 * Page 1, 2, 3 … of the customers of a mode, newest first. One query, however many there are: the numbers on a page follow
 * from the total. Eventually consistent.
 */
export async function pageCustomers(
  table: Table,
  mode: Mode,
  { page, limit }: { page: number; limit: number },
): Promise<CustomerPage> {
  // The first page needs no total: its first customer's number is it.
  if (page === 1) {
    const newest = await customersDownFrom(table, mode, { limit })
    return { customers: newest, total: newest[0]?.sequence ?? 0 }
  }
  const total = await countCustomers(table, mode)
  const first = total - (page - 1) * limit
  if (first < 1) return { customers: [], total }
  return { customers: await customersDownFrom(table, mode, { limit, first }), total }
}

async function customersDownFrom(
  table: Table,
  mode: Mode,
  { limit, first }: { limit: number; first?: number },
): Promise<Customer[]> {
  const isBound = first !== undefined
  const { Items } = await table.client.send(
    new QueryCommand({
      TableName: table.name,
      IndexName: 'list',
      KeyConditionExpression: `listPk = :customers${isBound ? ' AND listSk <= :first' : ''}`,
      ExpressionAttributeValues: {
        ':customers': indexKeys.customers(mode),
        ...(isBound && { ':first': sequenceKey(first) }),
      },
      ScanIndexForward: false,
      Limit: limit,
    }),
  )
  return customers.parse(Items ?? [])
}
