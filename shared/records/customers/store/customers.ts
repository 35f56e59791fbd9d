import {
  ConditionalCheckFailedException,
  TransactionConflictException,
} from '@aws-sdk/client-dynamodb'
import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import * as z from 'zod'
import { isId } from '../../../kernel/ids.ts'
import { type Mode, modes } from '../../../kernel/mode.ts'
import { jsonText, moment } from '../../../kernel/store/codecs.ts'
import { readItem } from '../../../kernel/store/read-item.ts'
import { shardKey } from '../../../kernel/store/shards.ts'
import type { Table } from '../../../kernel/store/table.ts'
import { transact, type Write } from '../../../kernel/store/transact.ts'
import { addition, update } from '../../../kernel/store/writes.ts'
import type { Customer } from '../rules/customer.ts'
import { customerKeys } from './keys.ts'

export const customerCodec = z.lazy(() =>
  z.object({
    id: z.string(),
    mode: z.enum(modes),
    email: z.string(),
    metadata: jsonText(z.record(z.string(), z.union([z.string(), z.number()]))).nullable(),
    createdAt: moment,
    updatedAt: moment,
    erasedAt: moment.optional(),
  }),
)

/**
 * The writes that add a customer, without a number, among those of a shard; their conditions fail if the email already
 * has a customer. The words of their name are remembered until they are erased.
 */
export function customerCreation(
  customer: Customer,
  shard?: number,
  nameWords: readonly string[] = [],
): Write[] {
  const { mode, id, email } = customer
  const recent = customerKeys.recentCustomer(mode, id)
  const item = { ...customerKeys.customer(mode, id), ...z.encode(customerCodec, customer) }
  return [
    addition({ ...customerKeys.customerEmail(mode, email), customerId: id }),
    addition({ ...item, ...(nameWords.length > 0 && { nameWords: new Set(nameWords) }) }),
    addition({ pk: shardKey(recent.partition, shard), sk: recent.sk, shard }),
  ]
}

type Changes = Pick<Customer, 'updatedAt'> & Partial<Pick<Customer, 'metadata'>>

const changesCodec = z.lazy(() =>
  customerCodec.unwrap().pick({ metadata: true, updatedAt: true }).partial(),
)

type UpdateOptions = {
  onlyIf?: Pick<Customer, 'metadata'> | Record<string, never>
  /** Additional words of a name by which the customer is found, stored until they are erased. */
  nameWords?: readonly string[]
}

/**
 * The write that changes a customer; its condition fails if there is no such customer, if they were erased, or if they no
 * longer have the values in `onlyIf`.
 */
export function customerUpdate(
  { mode, id }: Pick<Customer, 'mode' | 'id'>,
  changes: Changes,
  { onlyIf = {}, nameWords = [] }: UpdateOptions = {},
) {
  const values = z.encode(changesCodec, changes)
  const { Update } = update(customerKeys.customer(mode, id), values, z.encode(changesCodec, onlyIf))
  const { UpdateExpression, ConditionExpression, ExpressionAttributeValues } = Update
  const names = nameWords.length > 0 && { ':nameWords': new Set(nameWords) }
  return {
    Update: {
      ...Update,
      UpdateExpression: `${UpdateExpression}${names ? ' ADD nameWords :nameWords' : ''}`,
      ConditionExpression: `${ConditionExpression} AND attribute_not_exists(erasedAt)`,
      ExpressionAttributeValues: { ...ExpressionAttributeValues, ...names },
    },
  }
}

/**
 * Records that a customer returned, unless they were erased meanwhile. Not in the transaction, which would conflict with concurrent ones of the same
 * customer.
 */
export async function touchCustomer(
  table: Table,
  { mode, id }: Pick<Customer, 'mode' | 'id'>,
  at: Date,
): Promise<void> {
  const { Update } = customerUpdate({ mode, id }, { updatedAt: at })
  try {
    await table.client.send(new UpdateCommand({ ...Update, TableName: table.name }))
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return
    if (!(error instanceof TransactionConflictException)) throw error
    await transact(table, [{ Update }])
  }
}

/** The customer as last written (consistent), or undefined. */
export async function loadCustomer(
  table: Table,
  mode: Mode,
  id: string,
): Promise<Customer | undefined> {
  if (!isId('customer', id)) return undefined
  return readItem(table, customerKeys.customer(mode, id), customerCodec)
}

const emailItem = z.lazy(() => z.object({ customerId: z.string() }))

/** The id of the customer of an email in any letter case (consistent), or undefined. */
export async function findCustomerId(
  table: Table,
  mode: Mode,
  email: string,
): Promise<string | undefined> {
  const item = await readItem(table, customerKeys.customerEmail(mode, email), emailItem)
  return item?.customerId
}
