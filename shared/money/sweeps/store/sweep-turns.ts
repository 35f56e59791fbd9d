import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb'
import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import * as z from 'zod'
import type { Mode } from '../../../kernel/mode.ts'
import { moment } from '../../../kernel/store/codecs.ts'
import { readItem } from '../../../kernel/store/read-item.ts'
import type { Table } from '../../../kernel/store/table.ts'
import { sweepKeys } from './keys.ts'

type Turn = { mode: Mode; chainId: number }

/**
 * Whether this run may sweep the chain: no other one does until then. It only saves work: what a run writes is right
 * even if two run at once.
 */
export function claimTurn(
  table: Table,
  { mode, chainId }: Turn,
  { now, until }: { now: Date; until: Date },
): Promise<boolean> {
  return updated(table, sweepKeys.sweepTurn(mode, chainId), {
    UpdateExpression: 'SET busyUntil = :until',
    ConditionExpression: 'attribute_not_exists(busyUntil) OR busyUntil <= :now',
    ExpressionAttributeValues: { ':until': until.toISOString(), ':now': now.toISOString() },
  })
}

/** Lets the next run sweep the chain, unless another one has taken over. */
export async function releaseTurn(
  table: Table,
  { mode, chainId }: Turn,
  until: Date,
): Promise<void> {
  await updated(table, sweepKeys.sweepTurn(mode, chainId), {
    UpdateExpression: 'REMOVE busyUntil',
    ConditionExpression: 'busyUntil = :until',
    ExpressionAttributeValues: { ':until': until.toISOString() },
  })
}

const turn = z.object({
  plannedAt: moment.nullable().default(null),
  comparedAt: moment.nullable().default(null),
  comparedTo: z.string().nullable().default(null),
})

/**
 * When sweeps of a chain were last planned, and how far its holdings were compared with it: when the last round ended, and
 * where the one under way is.
 */
export type SweepTurn = z.output<typeof turn>

/** Returns defaults if none is stored (consistent). */
export async function loadTurn(table: Table, { mode, chainId }: Turn): Promise<SweepTurn> {
  return (await readItem(table, sweepKeys.sweepTurn(mode, chainId), turn)) ?? turn.parse({})
}

/** The turn of a row that was read before, if there is one. */
export function turnIn(row: object | undefined): SweepTurn {
  return turn.parse(row ?? {})
}

/** Notes that sweeps of the chain were planned. */
export async function notePlanned(table: Table, { mode, chainId }: Turn, now: Date): Promise<void> {
  await updated(table, sweepKeys.sweepTurn(mode, chainId), {
    UpdateExpression: 'SET plannedAt = :now',
    ExpressionAttributeValues: { ':now': now.toISOString() },
  })
}

/** Saves the progress of a round: its cursor, or when it ended. */
export async function saveComparison(
  table: Table,
  { mode, chainId }: Turn,
  { cursor, now }: { cursor: string | null; now: Date },
): Promise<void> {
  await updated(table, sweepKeys.sweepTurn(mode, chainId), {
    ...(cursor === null
      ? {
          UpdateExpression: 'SET comparedAt = :now REMOVE comparedTo',
          ExpressionAttributeValues: { ':now': now.toISOString() },
        }
      : {
          UpdateExpression: 'SET comparedTo = :cursor',
          ExpressionAttributeValues: { ':cursor': cursor },
        }),
  })
}

type Change = {
  UpdateExpression: string
  ConditionExpression?: string
  ExpressionAttributeValues: Record<string, string>
}

async function updated(
  { client, name }: Table,
  Key: { pk: string; sk: string },
  change: Change,
): Promise<boolean> {
  try {
    await client.send(new UpdateCommand({ TableName: name, Key, ...change }))
    return true
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false
    throw error
  }
}
