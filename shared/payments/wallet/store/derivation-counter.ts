import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb'
import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import * as z from 'zod'
import type { Mode } from '../../../kernel/mode.ts'
import { moment } from '../../../kernel/store/codecs.ts'
import { keys } from '../../../kernel/store/keys.ts'
import { readItem } from '../../../kernel/store/read-item.ts'
import type { Table } from '../../../kernel/store/table.ts'
import type { Write } from '../../../kernel/store/transact.ts'
import { update } from '../../../kernel/store/writes.ts'
import { intakeStopped } from '../../../records/settings/rules/intake-stopped.ts'
import { derivationGap } from '../rules/derivation-gap.ts'
import type { MailedIndex } from '../rules/next-index-mail.ts'

const counter = z.object({ next: z.int() })

/**
 * The next number of a mode's derivation counter. Taken outside transactions, so an index is never used twice. A
 * counter stores the name of its table. A missing counter may be behind the assigned indices, and skips `derivationGap`
 * indices once. Throws `intake_stopped` while intake is stopped, which costs other requests nothing, and which a
 * request that began before can't miss; and while the counter is another table's: nobody knows how much a backup lacks
 * before `restore` has run.
 */
export async function nextDerivationIndex(table: Table, mode: Mode): Promise<number> {
  const inPlace = {
    update: 'SET #next = #next + :one',
    condition: `#table = :table AND ${isOpen}`,
  }
  const found = await count(table, mode, { ...inPlace, values: { ':one': 1 } })
  if (found !== undefined) return found
  const skipping = await count(table, mode, {
    update: 'SET #next = if_not_exists(#next, :zero) + :step, #table = :table',
    condition: `attribute_not_exists(#table) AND ${isOpen}`,
    values: { ':zero': 0, ':step': derivationGap + 1 },
  })
  if (skipping !== undefined) return skipping
  if ((await loadStop(table, mode)) || (await isRestoredCounter(table, mode))) throw intakeStopped()
  // Another request was faster, so there is a counter now.
  return nextDerivationIndex(table, mode)
}

const isOpen = 'attribute_not_exists(stoppedAt)'

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

/** The number of indices that a mode's counter has assigned or skipped (consistent); 0 before its first. */
export async function knownDerivationIndices(table: Table, mode: Mode): Promise<number> {
  const item = await readItem(table, keys.counter(mode, 'derivation'), counter)
  return item?.next ?? 0
}

const owned = z.object({ table: z.string().optional(), stoppedAt: z.unknown().optional() })

/** Whether a mode's counter is that of a backup of another table, and `restore` has not begun (consistent). */
export async function isRestoredCounter(table: Table, mode: Mode): Promise<boolean> {
  const { table: name, stoppedAt } =
    (await readItem(table, keys.counter(mode, 'derivation'), owned)) ?? {}
  return name !== undefined && name !== table.name && stoppedAt === undefined
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

const checked = z.object({ checkedAt: moment.optional(), usedFoundAt: moment.optional() })

/** When the coming addresses were last looked up, and when one of them was found in use (consistent). */
export async function loadAddressCheck(
  table: Table,
  mode: Mode,
): Promise<z.output<typeof checked>> {
  return (await readItem(table, keys.counter(mode, 'derivation'), checked)) ?? {}
}

/** The write that notes that the coming addresses were looked up and are unused. */
export function derivationCheck(mode: Mode, at: Date): Write {
  return update(keys.counter(mode, 'derivation'), { checkedAt: at.toISOString() })
}

const mailed = z.object({
  next: z.int(),
  mailedNext: z.int().optional(),
  mailedAt: moment.optional(),
})

/** The state of a mode's counter, and the index that its owner was last mailed (consistent). */
export async function loadIndexMail(
  table: Table,
  mode: Mode,
): Promise<{ next: number; mailed: MailedIndex | undefined }> {
  const item = await readItem(table, keys.counter(mode, 'derivation'), mailed)
  const { next = 0, mailedNext, mailedAt } = item ?? {}
  const isMailed = mailedNext !== undefined && mailedAt !== undefined
  return { next, mailed: isMailed ? { next: mailedNext, at: mailedAt } : undefined }
}

/** The write that notes that the owner was mailed an index. */
export function indexMailed(mode: Mode, { next, at }: MailedIndex): Write {
  const noted = { mailedNext: next, mailedAt: at.toISOString() }
  return update(keys.counter(mode, 'derivation'), noted)
}

/**
 * The write that moves a mode's counter past the indices in use; its condition fails if the counter is already past
 * them.
 */
export function derivationSkip(
  table: Table,
  mode: Mode,
  { index, lostFrom, foundAt }: { index: number; lostFrom: number; foundAt: Date },
): Write {
  return {
    Update: {
      Key: keys.counter(mode, 'derivation'),
      UpdateExpression:
        'SET #next = :index, #table = :table, lostFrom = if_not_exists(lostFrom, :lost), usedFoundAt = :at, checkedAt = :at',
      ConditionExpression: '#next <= :index',
      ExpressionAttributeNames: { '#next': 'next', '#table': 'table' },
      ExpressionAttributeValues: {
        ':index': index,
        ':table': table.name,
        ':lost': lostFrom,
        ':at': foundAt.toISOString(),
      },
    },
  }
}

const lost = counter.extend({ stoppedNext: z.int().optional(), lostFrom: z.int().optional() })

/**
 * The first index that may have been assigned unknown to this table (consistent): where its counter stood when it was
 * stopped, or when a data folder was found to be an older one.
 */
export async function firstLostIndex(table: Table, mode: Mode): Promise<number> {
  const item = await readItem(table, keys.counter(mode, 'derivation'), lost)
  return item?.lostFrom ?? item?.stoppedNext ?? item?.next ?? 0
}

const stopped = z.object({ stoppedAt: moment, stoppedNext: z.int(), next: z.int() })

/** Since when a mode's counter is stopped, where it stood then, and where it stands now. */
export type Stop = z.output<typeof stopped>

/** Undefined unless the counter is stopped (consistent). */
export async function loadStop(table: Table, mode: Mode): Promise<Stop | undefined> {
  const item = await readItem(table, keys.counter(mode, 'derivation'), z.unknown())
  return stopped.safeParse(item).data
}

/**
 * The write that stops a mode's counter that stands at `next`, and moves it past what may have been assigned since its
 * table was backed up. Its condition fails if it has moved or is stopped.
 */
export function derivationStop(mode: Mode, next: number, at: Date): Write {
  return {
    Update: {
      Key: keys.counter(mode, 'derivation'),
      UpdateExpression: 'SET #next = :raised, stoppedNext = :next, stoppedAt = :at',
      ConditionExpression: `(attribute_not_exists(#next) OR #next = :next) AND ${isOpen}`,
      ExpressionAttributeNames: { '#next': 'next' },
      ExpressionAttributeValues: {
        ':next': next,
        ':raised': next + derivationGap,
        ':at': at.toISOString(),
      },
    },
  }
}

/** The write that lets a mode's counter continue; its condition fails if it isn't stopped. */
export function derivationResumption(table: Table, mode: Mode): Write {
  return {
    Update: {
      Key: keys.counter(mode, 'derivation'),
      UpdateExpression: 'SET #table = :table REMOVE stoppedAt, stoppedNext, lostFrom, usedFoundAt',
      ConditionExpression: 'attribute_exists(stoppedAt)',
      ExpressionAttributeNames: { '#table': 'table' },
      ExpressionAttributeValues: { ':table': table.name },
    },
  }
}
