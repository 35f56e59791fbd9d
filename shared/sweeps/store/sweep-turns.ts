import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb'
import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import * as z from 'zod'
import type { Mode } from '../../kernel/mode.ts'
import { moment } from '../../kernel/store/codecs.ts'
import { keys } from '../../kernel/store/keys.ts'
import { readItem } from '../../kernel/store/read-item.ts'
import type { Table } from '../../kernel/store/table.ts'
import type { Write } from '../../kernel/store/transact.ts'
import { upsert } from '../../kernel/store/writes.ts'

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
  return updated(table, keys.sweepTurn(mode, chainId), {
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
  await updated(table, keys.sweepTurn(mode, chainId), {
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

/** When sweeps of the chain were last planned; null before the first time. */
export async function lastPlannedAt(table: Table, { mode, chainId }: Turn): Promise<Date | null> {
  return (await readItem(table, keys.sweepTurn(mode, chainId), turn))?.plannedAt ?? null
}

/** Notes that sweeps of the chain were planned. */
export async function notePlanned(table: Table, { mode, chainId }: Turn, now: Date): Promise<void> {
  await updated(table, keys.sweepTurn(mode, chainId), {
    UpdateExpression: 'SET plannedAt = :now',
    ExpressionAttributeValues: { ':now': now.toISOString() },
  })
}

/** How far the holdings of a chain were compared with it: where the round is, or when the last one ended. */
export type Comparison = { endedAt: Date | null; cursor: string | null }

export async function loadComparison(table: Table, { mode, chainId }: Turn): Promise<Comparison> {
  const item = await readItem(table, keys.sweepTurn(mode, chainId), turn)
  return { endedAt: item?.comparedAt ?? null, cursor: item?.comparedTo ?? null }
}

/** Saves the progress of a round: its cursor, or when it ended. */
export async function saveComparison(
  table: Table,
  { mode, chainId }: Turn,
  { cursor, now }: { cursor: string | null; now: Date },
): Promise<void> {
  await updated(table, keys.sweepTurn(mode, chainId), {
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

const request = z.object({ requestedAt: moment })

/** The write that records that an operator wants what is due to be swept now. */
export function sweepRequestWrite(mode: Mode, requestedAt: Date): Write {
  return upsert({ ...keys.sweepRequest(mode), ...z.encode(request, { requestedAt }) })
}

/** When an operator last requested a sweep; null if never. */
export async function lastRequestedAt(table: Table, mode: Mode): Promise<Date | null> {
  return (await readItem(table, keys.sweepRequest(mode), request))?.requestedAt ?? null
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
