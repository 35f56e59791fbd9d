import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb'
import { DeleteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import * as z from 'zod'
import type { Mode } from '../../kernel/mode.ts'
import { indexKeys, keys } from '../../kernel/store/keys.ts'
import type { Table } from '../../kernel/store/table.ts'
import { type TransactOutcome, transact, type Write } from '../../kernel/store/transact.ts'
import { upsert } from '../../kernel/store/writes.ts'
import type { CustomerNumbers } from '../rules/customer-page.ts'
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
 * Numbers the customers after `before.given` in the order of `ids` (at most 49), so that the index lists them. All or
 * nothing; the first condition fails if another run has numbered customers since `before` was read.
 */
export function giveNumbers(
  table: Table,
  mode: Mode,
  { ids, numbers, before }: { ids: string[]; numbers: CustomerNumbers; before: CustomerNumbers },
): Promise<TransactOutcome> {
  return transact(table, [
    numbersReplacement(mode, { numbers, before }),
    ...ids.flatMap((id, n) => numbering(mode, id, before.given + 1 + n)),
  ])
}

function numbersReplacement(
  mode: Mode,
  { numbers, before }: { numbers: CustomerNumbers; before: CustomerNumbers },
) {
  const { given, changedAt } = z.encode(numbersCodec, before)
  const item = { ...keys.customerNumbers(mode), ...z.encode(numbersCodec, numbers) }
  return upsert(item, {
    ConditionExpression:
      'attribute_not_exists(pk) OR (#given = :givenBefore AND changedAt = :changedBefore)',
    ExpressionAttributeValues: { ':givenBefore': given, ':changedBefore': changedAt },
  })
}

function numbering(mode: Mode, id: string, number: number): Write[] {
  return [
    {
      Update: {
        Key: keys.customer(mode, id),
        UpdateExpression: 'SET listPk = :customers, listSk = :number',
        ConditionExpression: 'attribute_exists(pk) AND attribute_not_exists(listPk)',
        ExpressionAttributeValues: {
          ':customers': indexKeys.customers(mode),
          ':number': numberKey(number),
        },
      },
    },
    {
      Update: {
        Key: keys.recentCustomer(mode, id),
        UpdateExpression: 'SET #number = :number',
        ConditionExpression: 'attribute_exists(pk) AND attribute_not_exists(#number)',
        ExpressionAttributeNames: { '#number': 'number' },
        ExpressionAttributeValues: { ':number': number },
      },
    },
  ]
}

const deletesAtOnce = 25

/** Removes the rows of customers that are found by their numbers. Repeating it changes nothing. */
export async function removeRecentCustomers(
  table: Table,
  mode: Mode,
  ids: readonly string[],
): Promise<void> {
  for (let start = 0; start < ids.length; start += deletesAtOnce) {
    const batch = ids.slice(start, start + deletesAtOnce)
    await Promise.all(
      batch.map((id) =>
        table.client.send(
          new DeleteCommand({ TableName: table.name, Key: keys.recentCustomer(mode, id) }),
        ),
      ),
    )
  }
}
