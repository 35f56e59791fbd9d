import type { MedusaContainer } from '@medusajs/framework/types'
import { ContainerRegistrationKeys, Modules } from '@medusajs/framework/utils'
import type { Attention } from './attention.ts'

type Note = Attention & {
  /** Undefined if there is no order yet. */
  orderId?: string | undefined
  /** A note with the same key is written once. */
  key: string
}

/** Tells the shop's people: in the notifications of the admin, and as `quittance` in the order's metadata. */
export async function noteAttention(
  container: MedusaContainer,
  { orderId, title, description, key }: Note,
): Promise<void> {
  const order = orderId && (await setNote(container, orderId, `${title}. ${description}`))
  const note = {
    to: '',
    channel: 'feed',
    template: 'admin-ui',
    idempotency_key: `quittance-${key}`,
    data: { title: order ? `Order #${order}: ${title}` : title, description },
  }
  const notifications = container.resolve(Modules.NOTIFICATION)
  // Two events about one payment come at the same time, and Medusa looks for the key before it writes.
  await container
    .resolve(Modules.LOCKING)
    .execute(note.idempotency_key, () => notifications.createNotifications(note))
}

/** Returns the order's number. */
export async function setNote(
  container: MedusaContainer,
  orderId: string,
  note: string | null,
): Promise<number | undefined> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data } = await query.graph({
    entity: 'order',
    fields: ['display_id', 'metadata'],
    filters: { id: orderId },
  })
  const [order] = data
  const metadata = { ...order?.metadata, quittance: note }
  await container.resolve(Modules.ORDER).updateOrders(orderId, { metadata })
  return order?.display_id
}
