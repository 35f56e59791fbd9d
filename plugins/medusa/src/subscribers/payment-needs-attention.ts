import type { SubscriberArgs, SubscriberConfig } from '@medusajs/framework'
import type { ProviderWebhookPayload } from '@medusajs/framework/types'
import { Modules, PaymentActions, PaymentWebhookEvents } from '@medusajs/framework/utils'
import { attentionWithoutCart } from '../attention.ts'
import { findOrder } from '../find-order.ts'
import { noteAttention } from '../note-attention.ts'
import type { WebhookResult } from '../quittance-provider.ts'

/** Beside Medusa's own subscriber, which handles what is paid in full and leaves the rest. */
export const config: SubscriberConfig = {
  event: PaymentWebhookEvents.WebhookReceived,
  context: { subscriberId: 'quittance-payment-needs-attention' },
}

export default async function paymentNeedsAttention({
  event: { data: webhook },
  container,
}: SubscriberArgs<ProviderWebhookPayload>): Promise<void> {
  if (!/^(pp_)?quittance(_|$)/.test(webhook.provider)) return
  const { action, data }: WebhookResult = await container
    .resolve(Modules.PAYMENT)
    .getWebhookActionAndData({ ...webhook, payload: withBytes(webhook.payload) })
  if (!data) return
  const found = await findOrder(container, data.session_id)
  if (action === PaymentActions.SUCCESSFUL) {
    if (!found) await noteAttention(container, attentionWithoutCart(data.session_id))
    return
  }
  if (!data.attention) return
  const { eventId: key, title, description } = data.attention
  const { cartId, orderId } = found ?? {}
  const isWaiting = action === PaymentActions.REQUIRES_MORE && cartId && !orderId
  const placed: Placed = isWaiting ? await placeOrder(container, cartId) : { orderId }
  await noteAttention(container, {
    title,
    key,
    orderId: placed.orderId,
    description: [description, placed.failure].filter(Boolean).join(' '),
  })
}

type Placed = { orderId?: string | undefined; failure?: string }

/** For the provider, its authorization is pending, so Medusa places the order and waits for the payment. */
async function placeOrder(container: SubscriberArgs['container'], cartId: string): Promise<Placed> {
  const { result, errors } = await container
    .resolve(Modules.WORKFLOW_ENGINE)
    .run('complete-cart', { input: { id: cartId }, throwOnError: false })
  const [failed] = errors ?? []
  if (!failed) return { orderId: result.id }
  return { failure: `Medusa could not place the order: ${failed.error.message}` }
}

/** A queue such as Redis has made JSON of the bytes. */
function withBytes(payload: ProviderWebhookPayload['payload']): ProviderWebhookPayload['payload'] {
  const { rawData } = payload
  if (typeof rawData === 'string' || rawData instanceof Uint8Array) return payload
  return { ...payload, rawData: Buffer.from(rawData) }
}
