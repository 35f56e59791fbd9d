import { invariant } from '../../../kernel/invariant.ts'
import type { Decision } from '../../../kernel/operation/commit.ts'
import { operatorOperation } from '../../../kernel/operation/operation.ts'
import type { OperatorInputOf } from '../../../kernel/operation/operator-request.ts'
import type { Table } from '../../../kernel/store/table.ts'
import { byId } from '../../../kernel/wire/operator-input.ts'
import { listAttempts } from '../../../records/outbox/store/delivery-attempts.ts'
import { aboutEvents, loadEvent } from '../../../records/outbox/store/events.ts'
import { presentEvent } from '../../events/wire/event.ts'
import {
  type DeliveryWithLogBody,
  deliveryWithLog,
  presentAttempt,
  presentListed,
} from '../wire/delivery.ts'
import { deliveryOfEitherMode } from './delivery-of-either-mode.ts'

export const showDelivery = operatorOperation({
  name: 'show-delivery',
  role: 'viewer',
  command: 'deliveries show',
  input: byId('the id of a delivery'),
  output: deliveryWithLog,
  touches: { table: 'read' },
  docs: { summary: 'Show a webhook delivery with every attempt' },
})

/** Throws `resource_not_found`. */
export async function runShowDelivery(
  { table, now }: { table: Table; now: () => Date },
  { input }: OperatorInputOf<typeof showDelivery>,
): Promise<Decision<DeliveryWithLogBody>> {
  const delivery = await deliveryOfEitherMode(table, input.id)
  const { mode, eventId, id: deliveryId } = delivery
  const [event, about, attempts] = await Promise.all([
    loadEvent(table, mode, eventId),
    aboutEvents(table, mode, [eventId]),
    listAttempts(table, { mode, deliveryId }),
  ])
  invariant(event, `event ${eventId} exists`)
  return {
    result: {
      ...presentListed(delivery, about.get(eventId)),
      requestBody: JSON.stringify(presentEvent(event)),
      attempts: attempts.map((attempt) => presentAttempt(attempt, now())),
    },
  }
}
