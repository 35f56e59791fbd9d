import type { SubscriberArgs, SubscriberConfig } from '@medusajs/framework'
import { Modules, PaymentEvents } from '@medusajs/framework/utils'
import { noteAttention } from '../note-attention.ts'
import { isSessionData } from '../session-data.ts'

export const config: SubscriberConfig = {
  event: PaymentEvents.REFUNDED,
  context: { subscriberId: 'quittance-payment-refunded' },
}

/** Says where the customer's link is. It is in no notification, since Medusa logs these. */
export default async function paymentRefunded({
  event: { data: payment },
  container,
}: SubscriberArgs<{ id: string }>): Promise<void> {
  const { data } = await container.resolve(Modules.PAYMENT).retrievePayment(payment.id)
  if (!isSessionData(data)) return
  for (const { id, amount, asset } of data.refunds ?? []) {
    await noteAttention(container, {
      title: `Refund of ${amount} ${asset} promised`,
      description: `Send the customer the link of ${id}, where they say where the money goes. It is at /admin/quittance/payments/${payment.id}/refunds.`,
      key: id,
    })
  }
}
