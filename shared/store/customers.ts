import { GetCommand } from '@aws-sdk/lib-dynamodb'
import * as z from 'zod'
import type { Customer } from '../domain/customer.ts'
import { isId } from '../domain/ids.ts'
import { type Mode, modes } from '../domain/mode.ts'
import { jsonText, moment } from './codecs.ts'
import { indexKeys, type Key, keys } from './keys.ts'
import type { Table } from './table.ts'
import type { Write } from './transact.ts'

export const customerCodec = z.object({
  id: z.string(),
  mode: z.enum(modes),
  sequence: z.int(),
  email: z.string(),
  metadata: jsonText(z.record(z.string(), z.union([z.string(), z.number()]))).nullable(),
  createdAt: moment,
  updatedAt: moment,
})

/** Sorts numbers of customers as text. */
export function sequenceKey(sequence: number): string {
  return String(sequence).padStart(12, '0')
}

/** The writes that add a customer; their conditions fail where the email or the number was taken since. */
export function customerCreation(customer: Customer): Write[] {
  const { mode, id, email, sequence } = customer
  return [
    {
      Put: {
        Item: { ...keys.customerEmail(mode, email), customerId: id },
        ConditionExpression: 'attribute_not_exists(pk)',
      },
    },
    {
      Put: {
        Item: {
          ...keys.customer(mode, id),
          ...z.encode(customerCodec, customer),
          listPk: indexKeys.customers(mode),
          listSk: sequenceKey(sequence),
        },
        ConditionExpression: 'attribute_not_exists(pk)',
      },
    },
    {
      Update: {
        Key: keys.counter(mode, 'customers'),
        UpdateExpression: 'SET #count = :sequence',
        ConditionExpression: sequence === 1 ? 'attribute_not_exists(#count)' : '#count = :before',
        ExpressionAttributeNames: { '#count': 'count' },
        ExpressionAttributeValues: {
          ':sequence': sequence,
          ...(sequence > 1 && { ':before': sequence - 1 }),
        },
      },
    },
  ]
}

type Changes = Pick<Customer, 'updatedAt'> & Partial<Pick<Customer, 'metadata'>>

const changesCodec = customerCodec.pick({ metadata: true, updatedAt: true }).partial()

/** The write that changes what can change of a customer; its condition fails where there is no such customer. */
export function customerUpdate(
  { mode, id }: Pick<Customer, 'mode' | 'id'>,
  changes: Changes,
): Write {
  const set = Object.entries(z.encode(changesCodec, changes))
  return {
    Update: {
      Key: keys.customer(mode, id),
      UpdateExpression: `SET ${set.map(([name]) => `#${name} = :${name}`).join(', ')}`,
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeNames: Object.fromEntries(set.map(([name]) => [`#${name}`, name])),
      ExpressionAttributeValues: Object.fromEntries(
        set.map(([name, value]) => [`:${name}`, value]),
      ),
    },
  }
}

/** The customer as last written (consistent), or undefined. */
export async function loadCustomer(
  table: Table,
  mode: Mode,
  id: string,
): Promise<Customer | undefined> {
  if (!isId('customer', id)) return undefined
  const item = await loadItem(table, keys.customer(mode, id))
  return item && customerCodec.parse(item)
}

const emailItem = z.object({ customerId: z.string() })

/** The id of the customer of an email in any letter case (consistent), or undefined. */
export async function findCustomerId(
  table: Table,
  mode: Mode,
  email: string,
): Promise<string | undefined> {
  const item = await loadItem(table, keys.customerEmail(mode, email))
  return item && emailItem.parse(item).customerId
}

const counter = z.object({ count: z.int() })

/** How many customers a mode has (consistent). */
export async function countCustomers(table: Table, mode: Mode): Promise<number> {
  const item = await loadItem(table, keys.counter(mode, 'customers'))
  return item ? counter.parse(item).count : 0
}

async function loadItem(table: Table, key: Key): Promise<Record<string, unknown> | undefined> {
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: key, ConsistentRead: true }),
  )
  return Item
}
