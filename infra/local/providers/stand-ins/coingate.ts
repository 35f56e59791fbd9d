import { fieldsOf, type PlayOrder, refused, type StandIn, text } from '../stand-in.ts'

const credentials = { apiToken: 'coingate-play-token', receiveCurrency: 'USDT' }

const statuses = { open: 'new', paid: 'paid', failed: 'invalid', refunded: 'refunded' }

export const coingate: StandIn = {
  provider: 'coingate',
  credentials,

  api({ route, headers, ...asked }, orders, { pageOf }) {
    if (headers.authorization !== `Bearer ${credentials.apiToken}`) return refused
    if (route === 'GET /v2/auth/test') return { body: 'OK' }
    if (route === 'POST /v2/orders') {
      const given = fieldsOf(asked)
      const order = orders.open({
        reference: text(given['order_id']),
        amount: text(given['price_amount']),
        currency: text(given['price_currency']),
        returnUrl: text(given['success_url']),
        webhookUrl: text(given['callback_url']),
      })
      return { body: { ...described(order), payment_url: pageOf(order) } }
    }
    const id = /^GET \/v2\/orders\/(.+)$/.exec(route)?.[1]
    const order = orders.find((each) => each.id === id)
    return order && { body: described(order) }
  },

  /** A form, unsigned. */
  callback(order) {
    const { id, order_id, status } = described(order)
    const body = new URLSearchParams({ id, order_id, status }).toString()
    return { headers: { 'content-type': 'application/x-www-form-urlencoded' }, body }
  },
}

function described(order: PlayOrder) {
  return {
    id: order.id,
    status: statuses[order.state],
    order_id: order.reference,
    price_currency: order.currency,
    price_amount: order.amount,
    created_at: order.createdAt.toISOString(),
  }
}
