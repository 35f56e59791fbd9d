import * as z from 'zod'
import { isId } from '../../../kernel/ids.ts'
import { findInModes, type Mode, modes } from '../../../kernel/mode.ts'
import { moment } from '../../../kernel/store/codecs.ts'
import { indexKeys } from '../../../kernel/store/index-keys.ts'
import { readItem } from '../../../kernel/store/read-item.ts'
import { shardKey } from '../../../kernel/store/shards.ts'
import type { Table } from '../../../kernel/store/table.ts'
import { transact, type Write } from '../../../kernel/store/transact.ts'
import { addition, replacement } from '../../../kernel/store/writes.ts'
import { deliveryErrors } from '../rules/delivery-attempt.ts'
import { eventTypes } from '../rules/event.ts'
import {
  deliveryEndings,
  deliveryStatuses,
  hasNotArrived,
  type WebhookDelivery,
} from '../rules/webhook-delivery.ts'
import { deliveryRetentionSeconds } from './delivery-attempts.ts'
import { outboxKeys } from './keys.ts'

export const deliveryCodec = z.lazy(() =>
  z.object({
    id: z.string(),
    mode: z.enum(modes),
    shard: z.int().optional(),
    endpointId: z.string(),
    eventId: z.string(),
    eventType: z.enum(eventTypes),
    version: z.int(),
    status: z.enum(deliveryStatuses),
    attemptsMade: z.int(),
    lastOutcome: z.union([z.int(), z.enum(deliveryErrors)]).optional(),
    nextAttemptAt: moment,
    leaseUntil: moment.nullable(),
    messageId: z.string().nullable(),
    dueAt: moment,
    requeues: z.int(),
    ending: z.enum(deliveryEndings).nullable(),
    createdAt: moment,
    replayedAt: moment.nullable().default(null),
    endedAt: moment.nullable(),
  }),
)

/** The write that adds a delivery, for the transaction that adds its event. */
export function deliveryWrite(delivery: WebhookDelivery): Write {
  return addition(toItem(delivery))
}

/** The write that replaces version `from` of a delivery; its condition fails if another writer was first. */
export function deliveryReplacement(delivery: WebhookDelivery, from: number): Write {
  return replacement(toItem(delivery), from)
}

/** Replaces version `from` of a delivery. Returns false, without a change, if another writer was first. */
export async function replaceDelivery(
  table: Table,
  { delivery, from }: { delivery: WebhookDelivery; from: number },
): Promise<boolean> {
  const { committed } = await transact(table, [deliveryReplacement(delivery, from)])
  return committed
}

/** The delivery as last written (consistent), or undefined. */
export function loadDelivery(
  table: Table,
  mode: Mode,
  id: string,
): Promise<WebhookDelivery | undefined> {
  return readItem(table, outboxKeys.delivery(mode, id), deliveryCodec)
}

/** The delivery of either mode (consistent), or undefined. */
export async function findDelivery(table: Table, id: string): Promise<WebhookDelivery | undefined> {
  if (!isId('delivery', id)) return undefined
  return findInModes(modes, (mode) => loadDelivery(table, mode, id))
}

function toItem(delivery: WebhookDelivery) {
  const { mode, id, shard, endpointId, eventId, status, dueAt, endedAt } = delivery
  const undelivered = shardKey(indexKeys.undelivered(mode, endpointId), shard)
  return {
    ...outboxKeys.delivery(mode, id),
    ...z.encode(deliveryCodec, delivery),
    listPk: shardKey(indexKeys.deliveriesOfEndpoint(mode, endpointId), shard),
    listSk: id,
    parentPk: indexKeys.deliveriesOfEvent(mode, eventId),
    ...(hasNotArrived(delivery) && { statusPk: undelivered }),
    ...(status === 'pending' && {
      duePk: shardKey(indexKeys.dueDeliveries(mode), shard),
      dueSk: dueAt.toISOString(),
    }),
    ...(endedAt && { ttl: Math.floor(endedAt.getTime() / 1000) + deliveryRetentionSeconds }),
  }
}
