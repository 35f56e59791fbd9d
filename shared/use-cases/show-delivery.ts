import { type DeliveryWithLogBody, presentAttempt, presentDelivery } from '../contract/delivery.ts'
import { presentEvent } from '../contract/event.ts'
import { resourceNotFound } from '../domain/errors.ts'
import { invariant } from '../domain/invariant.ts'
import { findDelivery } from '../store/deliveries.ts'
import { listAttempts } from '../store/delivery-attempts.ts'
import { loadEvent } from '../store/events.ts'
import type { Table } from '../store/table.ts'

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
