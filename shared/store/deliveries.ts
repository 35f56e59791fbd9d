import { GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb'
import * as z from 'zod'
import type { DeliveryAttempt } from '../domain/delivery-attempt.ts'
import { eventTypes } from '../domain/event.ts'
import { type Mode, modes } from '../domain/mode.ts'
import {
  deliveryEndings,
  deliveryStatuses,
  type WebhookDelivery,
} from '../domain/webhook-delivery.ts'
import { moment } from './codecs.ts'
import { attemptCreation, deliveryRetentionSeconds } from './delivery-attempts.ts'
import { indexKeys, keys } from './keys.ts'
import type { Table } from './table.ts'
import { transact, type Write } from './transact.ts'

const deliveryCodec = z.object({
  id: z.string(),
  mode: z.enum(modes),
  endpointId: z.string(),
  eventId: z.string(),
  eventType: z.enum(eventTypes),
  version: z.int(),
  status: z.enum(deliveryStatuses),
  attemptsMade: z.int(),
  nextAttemptAt: moment,
  leaseUntil: moment.nullable(),
  messageId: z.string().nullable(),
  dueAt: moment,
  handovers: z.int(),
  ending: z.enum(deliveryEndings).nullable(),
  createdAt: moment,
  endedAt: moment.nullable(),
})

/** The write that adds a delivery; it belongs into the transaction that adds its event. */
export function deliveryWrite(delivery: WebhookDelivery): Write {
  return { Put: { Item: toItem(delivery), ConditionExpression: 'attribute_not_exists(pk)' } }
}

/**
 * Replaces version `from` of a delivery by its successor, together with the log line of the attempt made, if any. False
 * where somebody else wrote first: nothing is changed then.
 */
export async function replaceDelivery(
  table: Table,
  { delivery, from }: { delivery: WebhookDelivery; from: number },
  { attempt }: { attempt?: DeliveryAttempt } = {},
): Promise<boolean> {
  const outcome = await transact(table, [
    {
      Put: {
        Item: toItem(delivery),
        ConditionExpression: '#version = :from',
        ExpressionAttributeNames: { '#version': 'version' },
        ExpressionAttributeValues: { ':from': from },
      },
    },
    ...(attempt ? [attemptCreation(attempt)] : []),
  ])
  return outcome.committed
}

/** The delivery as last written (consistent), or undefined. */
export async function loadDelivery(
  table: Table,
  mode: Mode,
  id: string,
): Promise<WebhookDelivery | undefined> {
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: keys.delivery(mode, id), ConsistentRead: true }),
  )
  return Item && deliveryCodec.parse(Item)
}

/** Points at a pending delivery that somebody should have looked at: load it before deciding anything. */
export type OverdueDelivery = { mode: Mode; id: string }

const overdueRow = z.object({ mode: z.enum(modes), id: z.string() })

/** Deliveries due at `until` or before, the longest overdue first, page by page. */
export async function* overdueDeliveries(
  table: Table,
  until: Date,
): AsyncGenerator<OverdueDelivery[]> {
  let start: Record<string, unknown> | undefined
  do {
    const { Items, LastEvaluatedKey } = await table.client.send(
      new QueryCommand({
        TableName: table.name,
        IndexName: 'due',
        KeyConditionExpression: 'duePk = :due AND dueSk <= :until',
        ExpressionAttributeValues: {
          ':due': indexKeys.dueDeliveries,
          ':until': until.toISOString(),
        },
        Limit: 100,
        ...(start && { ExclusiveStartKey: start }),
      }),
    )
    yield z.array(overdueRow).parse(Items ?? [])
    start = LastEvaluatedKey
  } while (start)
}

function toItem(delivery: WebhookDelivery): Record<string, unknown> {
  const { mode, id, endpointId, eventId, status, dueAt, endedAt } = delivery
  return {
    ...keys.delivery(mode, id),
    ...z.encode(deliveryCodec, delivery),
    listPk: indexKeys.deliveriesOfEndpoint(mode, endpointId),
    listSk: id,
    parentPk: indexKeys.deliveriesOfEvent(mode, eventId),
    ...(status === 'pending' && { duePk: indexKeys.dueDeliveries, dueSk: dueAt.toISOString() }),
    ...(endedAt && { ttl: Math.floor(endedAt.getTime() / 1000) + deliveryRetentionSeconds }),
  }
}
