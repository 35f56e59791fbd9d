import { resourceNotFound } from '../../../kernel/errors.ts'
import type { Table } from '../../../kernel/store/table.ts'
import type { WebhookDelivery } from '../../../records/outbox/rules/webhook-delivery.ts'
import { findDelivery } from '../../../records/outbox/store/deliveries.ts'

/** The delivery that an operator names: ids are unique across modes. Throws `resource_not_found`. */
export async function deliveryOfEitherMode(table: Table, id: string): Promise<WebhookDelivery> {
  const delivery = await findDelivery(table, id)
  if (!delivery) throw resourceNotFound('delivery', id)
  return delivery
}
