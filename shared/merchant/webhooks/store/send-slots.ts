import * as z from 'zod'
import type { Mode } from '../../../kernel/mode.ts'
import { moment } from '../../../kernel/store/codecs.ts'
import type { Write } from '../../../kernel/store/transact.ts'
import type { SendSlot } from '../rules/send-slots.ts'
import { webhookKeys } from './keys.ts'

export const slotCodec = z.lazy(() =>
  z.object({
    number: z.int(),
    deliveryId: z.string(),
    since: moment,
    until: moment,
  }),
)

type Endpoint = { mode: Mode; endpointId: string }

/** The write that takes a slot; its condition fails if another worker holds it. */
export function slotTaking({ mode, endpointId }: Endpoint, slot: SendSlot): Write {
  const { number, until } = slot
  const item = {
    ...webhookKeys.sendSlot(mode, endpointId, number),
    ...z.encode(slotCodec, slot),
    ttl: Math.ceil(until.getTime() / 1000),
  }
  return {
    Put: {
      Item: item,
      ConditionExpression: 'attribute_not_exists(pk) OR #until <= :since',
      ExpressionAttributeNames: { '#until': 'until' },
      ExpressionAttributeValues: { ':since': item.since },
    },
  }
}

/** The write that releases a slot; its condition fails if it expired and another worker has it. */
export function slotReturn({ mode, endpointId }: Endpoint, slot: SendSlot): Write {
  const { number, deliveryId, since } = slot
  return {
    Delete: {
      Key: webhookKeys.sendSlot(mode, endpointId, number),
      ConditionExpression: 'deliveryId = :deliveryId AND since = :since',
      ExpressionAttributeValues: { ':deliveryId': deliveryId, ':since': since.toISOString() },
    },
  }
}
