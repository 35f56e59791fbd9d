import type { Catalog } from './catalog.ts'
import { type Api, api, type Made, type Store } from './medusa-store.ts'

/** A cart with everything but a payment. */
export type Cart = {
  id: string
  /** Asks for a new payment session, as a customer who starts to pay. */
  startPayment: () => Promise<PaymentSession>
  /** What a storefront does when the customer has returned. */
  complete: () => Promise<{ type: string; order: { id: string; total: number } }>
}

export type PaymentSession = {
  id: string
  status: string
  data: { id: string; checkoutUrl: string; amount: string; currency: string; status: string }
}

export type Storefront = {
  /** With the publishable key only. */
  store: Api
  fillCart: () => Promise<Cart>
}

export function openStorefront({ url }: Pick<Store, 'url'>, catalog: Catalog): Storefront {
  const store = api(url, { 'x-publishable-api-key': catalog.publishableKey })

  async function startPayment(collectionId: string): Promise<PaymentSession> {
    const path = `/store/payment-collections/${collectionId}/payment-sessions`
    type Started = { payment_collection: { payment_sessions: PaymentSession[] } }
    const { payment_collection } = await store<Started>('POST', path, {
      provider_id: 'pp_quittance',
    })
    const newest = payment_collection.payment_sessions.find(({ status }) => status === 'pending')
    if (!newest) throw new Error(`${collectionId} has no payment session that is pending`)
    return newest
  }

  async function fillCart(): Promise<Cart> {
    const { cart } = await store<Made<'cart'>>('POST', '/store/carts', {
      ...{ region_id: catalog.regionId, email: 'ada@example.com' },
      items: [{ variant_id: catalog.variantId, quantity: 1 }],
      shipping_address: {
        ...{ first_name: 'Ada', last_name: 'L', address_1: 'Street 2', city: 'Berlin' },
        ...{ country_code: 'de', postal_code: '10115' },
      },
    })
    await store('POST', `/store/carts/${cart.id}/shipping-methods`, {
      option_id: catalog.shippingOptionId,
    })
    const { payment_collection: collection } = await store<Made<'payment_collection'>>(
      'POST',
      '/store/payment-collections',
      { cart_id: cart.id },
    )
    return {
      id: cart.id,
      startPayment: () => startPayment(collection.id),
      complete: () => store('POST', `/store/carts/${cart.id}/complete`, {}),
    }
  }

  return { store, fillCart }
}
