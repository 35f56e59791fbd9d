import { QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import type { CheckoutSession } from '../domain/checkout-session.ts'
import { indexKeys, keys } from './keys.ts'
import { sessionCodec } from './sessions.ts'
import type { Table } from './table.ts'

/** Closed sessions whose address is due for a look, the longest overdue first; at most `limit`. */
export async function closedSessionsDue(
  table: Table,
  { until, limit }: { until: Date; limit: number },
): Promise<CheckoutSession[]> {
  const { Items } = await table.client.send(
    new QueryCommand({
      TableName: table.name,
      IndexName: 'due',
      KeyConditionExpression: 'duePk = :due AND dueSk <= :until',
      ExpressionAttributeValues: { ':due': indexKeys.dueClosed, ':until': until.toISOString() },
      Limit: limit,
    }),
  )
  return (Items ?? []).map((item) => sessionCodec.parse(item))
}

/** Notes when a closed session's address is looked at next; null: not any more. */
export async function scheduleClosedLook(
  table: Table,
  { mode, id }: Pick<CheckoutSession, 'mode' | 'id'>,
  at: Date | null,
): Promise<void> {
  await table.client.send(
    new UpdateCommand({
      TableName: table.name,
      Key: keys.session(mode, id),
      ConditionExpression: 'attribute_exists(pk)',
      ...(at
        ? {
            UpdateExpression: 'SET dueSk = :at',
            ExpressionAttributeValues: { ':at': at.toISOString() },
          }
        : { UpdateExpression: 'REMOVE duePk, dueSk' }),
    }),
  )
}
