import { createHmac } from 'node:crypto'
import { fieldsOf, json, type PlayOrder, refused, type StandIn, text } from '../stand-in.ts'

const credentials = { apiKey: 'nowpayments-play-key', ipnSecret: 'nowpayments-play-ipn' }

const statuses = { open: 'waiting', paid: 'finished', failed: 'failed', refunded: 'refunded' }

export const nowpayments: StandIn = {
  provider: 'nowpayments',
  credentials,

  api({ route, headers, ...asked }, orders, { pageOf }) {
    if (headers['x-api-key'] !== credentials.apiKey) return refused
    if (route === 'GET /v1/currencies') return { body: { currencies: ['eth'] } }
    if (route === 'POST /v1/invoice') {
      const given = fieldsOf(asked)
      const order = orders.open({
        reference: text(given['order_id']),
        amount: text(given['price_amount']),
        currency: text(given['price_currency']),
        returnUrl: text(given['success_url']),
        webhookUrl: text(given['ipn_callback_url']),
      })
      return { body: { id: order.id, invoice_url: pageOf(order) } }
    }
    const id = /^GET \/v1\/payment\/(.+)$/.exec(route)?.[1]
    const order = orders.find((each) => each.id === id)
    return order && { body: described(order) }
  },

  /** Sent in any order, and signed in the order of the keys. */
  callback(order) {
    const payment = described(order)
    const sorted = Object.fromEntries(Object.entries(payment).sort(([a], [b]) => (a < b ? -1 : 1)))
    const signed = createHmac('sha512', credentials.ipnSecret).update(JSON.stringify(sorted))
    const headers = { ...json, 'x-nowpayments-sig': signed.digest('hex') }
    return { headers, body: JSON.stringify(payment) }
  },
}

function described(order: PlayOrder) {
  return {
    payment_id: order.id,
    parent_payment_id: null,
    payment_status: statuses[order.state],
    price_amount: Number(order.amount),
    price_currency: order.currency,
    pay_amount: Number(order.amount),
    actually_paid: Number(order.amount),
    pay_currency: 'usdterc20',
    order_id: order.reference,
  }
}
