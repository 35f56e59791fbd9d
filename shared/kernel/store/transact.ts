import { setTimeout } from 'node:timers/promises'
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb'
import { TransactWriteCommand, type TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb'
import { unmarshall } from '@aws-sdk/util-dynamodb'
import type { Table } from './table.ts'

type Action = NonNullable<TransactWriteCommandInput['TransactItems']>[number]

/**
 * The condition of a put, which would remove fields that a newer version added to an existing item: a put only adds
 * items, or replaces one that is over. See `upsert` for all others.
 */
type Absence = `attribute_not_exists(pk)${string}`

/** One action of a transaction; `TableName` is filled in. */
export type Write =
  | { Put: Omit<NonNullable<Action['Put']>, 'TableName'> & { ConditionExpression: Absence } }
  | { Update: Omit<NonNullable<Action['Update']>, 'TableName'> }
  | { Delete: Omit<NonNullable<Action['Delete']>, 'TableName'> }
  | { ConditionCheck: Omit<NonNullable<Action['ConditionCheck']>, 'TableName'> }

/** The write whose condition failed, and the existing item, if any. */
type FailedCondition = { index: number; item: Record<string, unknown> | undefined }

export type TransactOutcome =
  | { committed: true }
  | { committed: false; failed: [FailedCondition, ...FailedCondition[]] }

const attempts = 7

/**
 * Writes all or nothing (at most 100 actions). A failed condition is an outcome, not an error; a transaction that
 * conflicted with another or was throttled is retried for about two seconds, and anything else is thrown.
 */
export async function transact(
  table: Table,
  writes: readonly Write[],
  pace: Pace = {},
): Promise<TransactOutcome> {
  const command = new TransactWriteCommand({ TransactItems: writes.map((w) => named(table, w)) })
  for (let attempt = 1; ; attempt++) {
    try {
      await table.client.send(command)
      return { committed: true }
    } catch (error) {
      const failed = failedConditions(error)
      const [first, ...rest] = failed
      if (first) return { committed: false, failed: [first, ...rest] }
      if (!willPass(error) || attempt === attempts) throw error
      await backOff(attempt, pace)
    }
  }
}

export type Pace = {
  /** From 0 to below 1. */
  random?: () => number
  pause?: (ms: number) => Promise<void>
}

/** Waits before the next attempt, so that conflicting writers don't conflict again. */
export async function backOff(
  attempt: number,
  { random = Math.random, pause = wait }: Pace = {},
): Promise<void> {
  await pause(20 * 2 ** Math.min(attempt, 5) * (0.5 + random() / 2))
}

async function wait(ms: number): Promise<void> {
  await setTimeout(ms)
}

function named(table: Table, write: Write): Action {
  const entries = Object.entries(write).map(([kind, parameters]) => [
    kind,
    { ...parameters, TableName: table.name, ReturnValuesOnConditionCheckFailure: 'ALL_OLD' },
  ])
  return Object.fromEntries(entries)
}

function failedConditions(error: unknown): FailedCondition[] {
  if (!(error instanceof TransactionCanceledException)) return []
  return (error.CancellationReasons ?? []).flatMap((reason, index) => {
    if (reason.Code !== 'ConditionalCheckFailed') return []
    return [{ index, item: reason.Item ? unmarshall(reason.Item) : undefined }]
  })
}

/** Temporary reasons. Of these, the SDK retries only throttled requests for single items. */
const passing = new Set(['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded'])

function willPass(error: unknown): boolean {
  if (!(error instanceof TransactionCanceledException)) return false
  return (error.CancellationReasons ?? []).some(({ Code = '' }) => passing.has(Code))
}
