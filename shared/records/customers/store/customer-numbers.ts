import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb'
import { DeleteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import * as z from 'zod'
import type { Mode } from '../../../kernel/mode.ts'
import { indexKeys } from '../../../kernel/store/index-keys.ts'
import type { Key } from '../../../kernel/store/keys.ts'
import { spreadPages } from '../../../kernel/store/query-shards.ts'
import { shardKey } from '../../../kernel/store/shards.ts'
import type { Table } from '../../../kernel/store/table.ts'
import { type TransactOutcome, transact, type Write } from '../../../kernel/store/transact.ts'
import { upsert } from '../../../kernel/store/writes.ts'
import type { CustomerNumbers, RecentCustomer } from '../rules/customer-page.ts'
import { customerKeys } from './keys.ts'
import { numbersCodec } from './recent-customers.ts'

/** Sorts numbers of customers as text. */
export function numberKey(number: number): string {
  return String(number).padStart(12, '0')
}

/** Saves the progress of the numbering. Returns false if another run has changed it since `before` was read. */
export async function replaceNumbers(
  table: Table,
  mode: Mode,
  { numbers, before }: { numbers: CustomerNumbers; before: CustomerNumbers },
): Promise<boolean> {
  try {
    const { Update } = numbersReplacement(mode, { numbers, before })
    await table.client.send(new UpdateCommand({ ...Update, TableName: table.name }))
    return true
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false
    throw error
  }
}

/**
 * Numbers the customers after `before.given` in the order given (at most 49), so that the index lists them. All or
 * nothing; the first condition fails if another run has numbered customers since `before` was read.
 */
export function giveNumbers(
  table: Table,
  mode: Mode,
  { rows, numbers, before }: Numbering,
): Promise<TransactOutcome> {
  return transact(table, [
    numbersReplacement(mode, { numbers, before }),
    ...rows.flatMap((row, n) => numbering(mode, row, before.given + 1 + n)),
  ])
}

function numbersReplacement(
  mode: Mode,
  { numbers, before }: { numbers: CustomerNumbers; before: CustomerNumbers },
) {
  const { given, changedAt } = z.encode(numbersCodec, before)
  const item = { ...customerKeys.customerNumbers(mode), ...z.encode(numbersCodec, numbers) }
  return upsert(item, {
    ConditionExpression:
      'attribute_not_exists(pk) OR (#given = :givenBefore AND changedAt = :changedBefore)',
    ExpressionAttributeValues: { ':givenBefore': given, ':changedBefore': changedAt },
  })
}

type Recent = Pick<RecentCustomer, 'id' | 'shard'>

type Numbering = { rows: readonly Recent[]; numbers: CustomerNumbers; before: CustomerNumbers }

function numbering(mode: Mode, { id, shard }: Recent, number: number): Write[] {
  return [
    {
      Update: {
        Key: customerKeys.customer(mode, id),
        UpdateExpression: 'SET listPk = :customers, listSk = :number',
        ConditionExpression: 'attribute_exists(pk) AND attribute_not_exists(listPk)',
        ExpressionAttributeValues: {
          ':customers': shardKey(indexKeys.customers(mode), shard),
          ':number': numberKey(number),
        },
      },
    },
    {
      Update: {
        Key: recentKey(mode, { id, shard }),
        UpdateExpression: 'SET #number = :number',
        ConditionExpression: 'attribute_exists(pk) AND attribute_not_exists(#number)',
        ExpressionAttributeNames: { '#number': 'number' },
        ExpressionAttributeValues: { ':number': number },
      },
    },
  ]
}

function recentKey(mode: Mode, { id, shard }: Recent): Key {
  const { partition, sk } = customerKeys.recentCustomer(mode, id)
  return { pk: shardKey(partition, shard), sk }
}

const deletesAtOnce = 25

/** Removes the rows of customers that are found by their numbers. Repeating it changes nothing. */
export async function removeRecentCustomers(
  table: Table,
  mode: Mode,
  rows: readonly Recent[],
): Promise<void> {
  for (let start = 0; start < rows.length; start += deletesAtOnce) {
    const batch = rows.slice(start, start + deletesAtOnce)
    await Promise.all(
      batch.map((row) =>
        table.client.send(new DeleteCommand({ TableName: table.name, Key: recentKey(mode, row) })),
      ),
    )
  }
}

const numbered = z.object({ listSk: z.string() })

/** The highest number that a customer of a mode has; 0 if none has any. Eventually consistent. */
export async function highestCustomerNumber(table: Table, mode: Mode): Promise<number> {
  const query = { index: 'list', partition: indexKeys.customers(mode) } as const
  const newest = { ...query, newestFirst: true, pageSize: 1 }
  for await (const [customer] of spreadPages(table, newest, numbered)) {
    if (customer) return Number(customer.listSk)
  }
  return 0
}
