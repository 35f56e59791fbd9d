import { invariant } from '../../../kernel/invariant.ts'
import { operatorOperation } from '../../../kernel/operation/operator-operation.ts'
import { byId } from '../../../kernel/wire/operator-input.ts'
import { listAttempts } from '../../../records/outbox/store/delivery-attempts.ts'
import { aboutEvents, loadEvent } from '../../../records/outbox/store/events.ts'
import { presentEvent } from '../../events/wire/event.ts'
import { deliveryWithLog, presentAttempt, presentListed } from '../wire/delivery.ts'
import { deliveryOfEitherMode } from './delivery-of-either-mode.ts'

export const showDelivery = operatorOperation({
  name: 'show-delivery',
  role: 'viewer',
  command: 'deliveries show',
  input: byId('the id of a delivery'),
  output: deliveryWithLog,
  touches: { table: 'read' },
  docs: { summary: 'Show a webhook delivery with every attempt' },
  /** Throws `resource_not_found`. */
  async run({ table, now }, { input }) {
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
  },
})
