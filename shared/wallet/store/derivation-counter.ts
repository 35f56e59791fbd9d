import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb'
import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import * as z from 'zod'
import type { Mode } from '../../kernel/mode.ts'
import { keys } from '../../kernel/store/keys.ts'
import { readItem } from '../../kernel/store/read-item.ts'
import type { Table } from '../../kernel/store/table.ts'
import type { Write } from '../../kernel/store/transact.ts'
import { derivationGap } from '../rules/derivation-gap.ts'

const counter = z.object({ next: z.int() })

/**
 * The next number of a mode's derivation counter. Taken outside transactions, so an index is never used twice. A
 * counter stores the name of its table. If it was restored from a backup into another table, or is missing, it may be
 * behind what was assigned, and skips `derivationGap` indices once.
 */
export async function nextDerivationIndex(table: Table, mode: Mode): Promise<number> {
  const inPlace = { update: 'SET #next = #next + :one', condition: '#table = :table' }
  const found = await count(table, mode, { ...inPlace, values: { ':one': 1 } })
  if (found !== undefined) return found
  const skipping = await count(table, mode, {
    update: 'SET #next = if_not_exists(#next, :zero) + :step, #table = :table',
    condition: 'attribute_not_exists(#table) OR #table <> :table',
    values: { ':zero': 0, ':step': derivationGap + 1 },
  })
  // Another request was faster, so the counter belongs to this table now.
  return skipping ?? nextDerivationIndex(table, mode)
}

type Step = { update: string; condition: string; values: Record<string, number> }

/** Undefined if the condition does not hold. */
async function count(
  table: Table,
  mode: Mode,
  { update, condition, values }: Step,
): Promise<number | undefined> {
  try {
    const { Attributes } = await table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: keys.counter(mode, 'derivation'),
        UpdateExpression: update,
        ConditionExpression: condition,
        ExpressionAttributeNames: { '#next': 'next', '#table': 'table' },
        ExpressionAttributeValues: { ...values, ':table': table.name },
        ReturnValues: 'UPDATED_NEW',
      }),
    )
    return counter.parse(Attributes).next - 1
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return undefined
    throw error
  }
}

/** How many indices a mode's counter has assigned or skipped (consistent); 0 before its first. */
export async function knownDerivationIndices(table: Table, mode: Mode): Promise<number> {
  const item = await readItem(table, keys.counter(mode, 'derivation'), counter)
  return item?.next ?? 0
}

/** The write that sets a mode's counter; its condition fails if the counter is already past that. */
export function derivationStart(table: Table, mode: Mode, index: number): Write {
  return {
    Update: {
      Key: keys.counter(mode, 'derivation'),
      UpdateExpression: 'SET #next = :index, #table = :table',
      ConditionExpression: 'attribute_not_exists(#next) OR #next <= :index',
      ExpressionAttributeNames: { '#next': 'next', '#table': 'table' },
      ExpressionAttributeValues: { ':index': index, ':table': table.name },
    },
  }
}
