import type { SubscriberArgs, SubscriberConfig } from '@medusajs/framework'
import type { MedusaContainer } from '@medusajs/framework/types'
import {
  ContainerRegistrationKeys,
  OrderWorkflowEvents,
  PaymentEvents,
} from '@medusajs/framework/utils'
import { attentionTo, attentionWithoutOrder } from '../attention.ts'
import { noteAttention, setNote } from '../note-attention.ts'
import { isSessionData } from '../session-data.ts'

/** An order is placed when it is paid, or waits for the rest and is paid later. */
export const config: SubscriberConfig = {
  event: [OrderWorkflowEvents.PLACED, PaymentEvents.CAPTURED],
  context: { subscriberId: 'quittance-order-paid' },
}

type Payment = { id: string; provider_id: string; data: unknown }
type Order = {
  id: string
  metadata: Readonly<Record<string, unknown>> | null
  payment_collections: { payments: Payment[] }[]
}

export default async function orderPaid({
  event: { name, data },
  container,
}: SubscriberArgs<{ id: string }>): Promise<void> {
  if (name === PaymentEvents.CAPTURED) return paymentCaptured(container, data.id)
  const { graph } = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data: orders } = await graph({
    entity: 'order',
    fields: ['id', 'metadata', 'payment_collections.payments.*'],
    filters: { id: data.id },
  })
  const [order]: (Order | undefined)[] = orders
  for (const payment of order?.payment_collections.flatMap(({ payments }) => payments) ?? []) {
    await notePayment(container, payment, order)
  }
}

/** Medusa emits this after it has tried to place the order. */
async function paymentCaptured(container: MedusaContainer, paymentId: string): Promise<void> {
  const { graph } = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data: payments } = await graph({
    entity: 'payment',
    fields: [
      'id',
      'provider_id',
      'data',
      'payment_collection.order.id',
      'payment_collection.order.metadata',
    ],
    filters: { id: paymentId },
  })
  type Captured = Payment & { payment_collection?: { order?: Order } }
  const [payment]: (Captured | undefined)[] = payments
  if (payment) await notePayment(container, payment, payment.payment_collection?.order)
}

/** Notes what is unusual about a payment, or removes the note if the payment is complete by now. */
async function notePayment(
  container: MedusaContainer,
  { id, provider_id: provider, data }: Payment,
  order: Pick<Order, 'id' | 'metadata'> | undefined,
): Promise<void> {
  if (!provider.startsWith('pp_quittance') || !isSessionData(data)) return
  const attention = order ? attentionTo(data) : attentionWithoutOrder(data, id)
  if (attention) {
    const key = `${id}-${order ? data.status : 'without-order'}`
    await noteAttention(container, { ...attention, orderId: order?.id, key })
  } else if (order?.metadata?.['quittance']) await setNote(container, order.id, null)
}
