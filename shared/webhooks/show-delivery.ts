import { loadEvent } from '../events/store/events.ts'
import { presentEvent } from '../events/wire/event.ts'
import { resourceNotFound } from '../kernel/errors.ts'
import { invariant } from '../kernel/invariant.ts'
import type { Table } from '../kernel/store/table.ts'
import { findDelivery } from './store/deliveries.ts'
import { listAttempts } from './store/delivery-attempts.ts'
import { type DeliveryWithLogBody, presentAttempt, presentDelivery } from './wire/delivery.ts'

/** A delivery of either mode with its whole log. Throws `resource_not_found`. */
export async function showDelivery(
  { table, now }: { table: Table; now: () => Date },
  id: string,
): Promise<DeliveryWithLogBody> {
  const delivery = await findDelivery(table, id)
  if (!delivery) throw resourceNotFound('delivery', id)
  const { mode, eventId } = delivery
  const [event, attempts] = await Promise.all([
    loadEvent(table, mode, eventId),
    listAttempts(table, { mode, deliveryId: id }),
  ])
  invariant(event, `event ${eventId} exists`)
  return {
    ...presentDelivery(delivery),
    requestBody: JSON.stringify(presentEvent(event)),
    attempts: attempts.map((attempt) => presentAttempt(attempt, now())),
  }
}
