import type { MedusaContainer } from '@medusajs/framework/types'
import { ContainerRegistrationKeys } from '@medusajs/framework/utils'

/** Returns the cart of a payment session, and its order if it has been placed; undefined if the payment session was deleted. */
export async function findOrder(
  container: MedusaContainer,
  paymentSessionId: string,
): Promise<{ cartId?: string; orderId?: string } | undefined> {
  const { graph } = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data: sessions } = await graph({
    entity: 'payment_session',
    fields: ['payment_collection_id'],
    filters: { id: paymentSessionId },
  })
  // A filter whose value is undefined would find any row.
  if (!sessions[0]) return undefined
  const { data: carts } = await graph({
    entity: 'cart_payment_collection',
    fields: ['cart_id'],
    filters: { payment_collection_id: sessions[0].payment_collection_id },
  })
  const cartId: string | undefined = carts[0]?.cart_id
  if (!cartId) return {}
  const { data: orders } = await graph({
    entity: 'order_cart',
    fields: ['order_id'],
    filters: { cart_id: cartId },
  })
  return { cartId, orderId: orders[0]?.order_id }
}
