import * as z from 'zod'
import { moment, packedText } from '../../../kernel/store/codecs.ts'
import { queryPage } from '../../../kernel/store/query.ts'
import { readItem } from '../../../kernel/store/read-item.ts'
import type { Table } from '../../../kernel/store/table.ts'
import { transact, type Write } from '../../../kernel/store/transact.ts'
import { type OnUnreadable, readRows } from '../../../kernel/store/unreadable-rows.ts'
import { addition, upsert } from '../../../kernel/store/writes.ts'
import { deliveryErrors } from '../../../records/outbox/rules/delivery-attempt.ts'
import type { InstanceDelivery, InstanceDeliveryHealth } from '../rules/instance-delivery.ts'
import { instanceWebhookKeys } from './keys.ts'

const codec = z.lazy(() =>
  z.object({
    eventId: z.string(),
    receiverId: z.string(),
    body: packedText,
    attemptsMade: z.int(),
    dueAt: moment,
  }),
)

const healthCodec = z.lazy(() =>
  z.object({
    receiverId: z.string(),
    failingSince: moment.nullable(),
    lastAttemptAt: moment,
    lastOutcome: z.union([z.int(), z.enum(deliveryErrors)]),
  }),
)

/** The write that adds a message. */
export function instanceDeliveryWrite(delivery: InstanceDelivery): Write {
  return addition({ ...keyOf(delivery), ...z.encode(codec, delivery) })
}

/** The write that removes a message; its condition fails if another worker was first. */
export function instanceDeliveryRemoval(delivery: InstanceDelivery): Write {
  return { Delete: { Key: keyOf(delivery), ConditionExpression: 'attribute_exists(pk)' } }
}

/** Moves a message to when it is due next. False, without a change, if another worker was first. */
export async function moveInstanceDelivery(
  table: Table,
  from: InstanceDelivery,
  to: InstanceDelivery,
): Promise<boolean> {
  const writes = [instanceDeliveryRemoval(from), instanceDeliveryWrite(to)]
  return (await transact(table, writes)).committed
}

type Due = { until: Date; limit: number; onUnreadable?: OnUnreadable }

/** The messages that are due (consistent), the longest first. */
export async function dueInstanceDeliveries(
  table: Table,
  { until, limit, onUnreadable }: Due,
): Promise<InstanceDelivery[]> {
  const { pk: partition, sk: from } = instanceWebhookKeys.instanceDelivery(new Date(0), '', '')
  const { sk: to } = instanceWebhookKeys.instanceDelivery(until, '~', '')
  const { rows } = await queryPage(table, { partition, range: { from, to }, pageSize: limit })
  return readRows(rows, codec, onUnreadable)
}

export function loadInstanceDeliveryHealth(
  table: Table,
): Promise<InstanceDeliveryHealth | undefined> {
  return readItem(table, instanceWebhookKeys.instanceDeliveryHealth(), healthCodec)
}

export function instanceDeliveryHealthWrite(health: InstanceDeliveryHealth): Write {
  const key = instanceWebhookKeys.instanceDeliveryHealth()
  return upsert({ ...key, ...z.encode(healthCodec, health) })
}

function keyOf({ dueAt, eventId, receiverId }: InstanceDelivery) {
  return instanceWebhookKeys.instanceDelivery(dueAt, eventId, receiverId)
}
