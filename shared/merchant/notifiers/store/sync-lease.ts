import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb'
import { UpdateCommand, type UpdateCommandInput } from '@aws-sdk/lib-dynamodb'
import type { Table } from '../../../kernel/store/table.ts'
import { notifierKeys } from './keys.ts'
import type { NotifierConnection } from './notifier-connections.ts'

type ConnectionKey = Pick<NotifierConnection, 'mode' | 'notifier'>
type Lease = { holder: string; until: Date }

/** Whether this run may sync the notifier: no other one does until then. */
export function claimSync(
  table: Table,
  connection: ConnectionKey,
  { holder, until, now }: Lease & { now: Date },
): Promise<boolean> {
  return changeLease(table, connection, {
    UpdateExpression: 'SET busyUntil = :until, busyBy = :holder',
    ConditionExpression:
      'attribute_exists(pk) AND (attribute_not_exists(busyUntil) OR busyUntil <= :now)',
    ExpressionAttributeValues: {
      ':until': until.toISOString(),
      ':holder': holder,
      ':now': now.toISOString(),
    },
  })
}

/** False if the lease ended before, and another run has it. */
export function renewSync(
  table: Table,
  connection: ConnectionKey,
  { holder, until }: Lease,
): Promise<boolean> {
  return changeLease(table, connection, {
    UpdateExpression: 'SET busyUntil = :until',
    ConditionExpression: 'busyBy = :holder',
    ExpressionAttributeValues: { ':until': until.toISOString(), ':holder': holder },
  })
}

/** Lets the next run sync it. False if another run has the lease, or the notifier was disconnected. */
export function releaseSync(
  table: Table,
  connection: ConnectionKey,
  { holder }: Pick<Lease, 'holder'>,
): Promise<boolean> {
  return changeLease(table, connection, {
    UpdateExpression: 'REMOVE busyUntil, busyBy',
    ConditionExpression: 'busyBy = :holder',
    ExpressionAttributeValues: { ':holder': holder },
  })
}

async function changeLease(
  { client, name }: Table,
  { mode, notifier }: ConnectionKey,
  change: Omit<UpdateCommandInput, 'TableName' | 'Key'>,
): Promise<boolean> {
  const Key = notifierKeys.notifier(mode, notifier)
  try {
    await client.send(new UpdateCommand({ ...change, TableName: name, Key }))
    return true
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false
    throw error
  }
}
