import { newId, type RandomBytes } from '../../kernel/ids.ts'
import type { InstanceDelivery } from './rules/instance-delivery.ts'
import type { Receiver } from './rules/instance-webhook.ts'
import { type InstanceChanges, type InstanceEvent, instanceEvent } from './wire/instance-event.ts'

type Deps = { now: () => Date; randomBytes: RandomBytes }

/** An event about the instance, as a message to each of the receivers. */
export function instanceDeliveries(
  { now, randomBytes }: Deps,
  { type, data }: { type: InstanceEvent['type']; data: InstanceChanges },
  receivers: readonly Receiver[],
): InstanceDelivery[] {
  const at = now()
  const eventId = newId('event', at, randomBytes)
  const createdAt = at.toISOString()
  const event = { id: eventId, object: 'event', type, livemode: true, data, createdAt } as const
  const body = JSON.stringify(instanceEvent.parse(event))
  return receivers.map(({ id }) => ({ eventId, receiverId: id, body, attemptsMade: 0, dueAt: at }))
}
