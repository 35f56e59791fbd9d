import { createHmac } from 'node:crypto'
import {
  type Asked,
  fieldsOf,
  json,
  type PlayOrder,
  playWallet,
  refused,
  type StandIn,
  text,
} from '../stand-in.ts'

const credentials = {
  apiKey: 'banxa-play-key',
  apiSecret: 'banxa-play-secret',
  apiBaseUrl: 'https://play.banxa-sandbox.com',
  settlementWallet: playWallet,
  coin: 'USDC',
  blockchain: 'ETH',
}

const statuses = {
  open: 'waitingPayment',
  paid: 'complete',
  failed: 'declined',
  refunded: 'refunded',
}

/** Nonces are accepted once. */
const seen = new Set<string>()

export const banxa: StandIn = {
  provider: 'banxa',
  credentials,

  api(asked, orders, { pageOf }) {
    if (!isSigned(asked)) return refused
    if (asked.route === 'GET /api/coins') return { body: { data: { coins: [] } } }
    if (asked.route === 'POST /api/orders') {
      const given = fieldsOf(asked)
      const order = orders.open({
        reference: text(given['meta_data']),
        amount: text(given['source_amount']),
        currency: text(given['source']),
        asset: text(given['target']),
        network: text(given['blockchain']),
        wallet: text(given['wallet_address']),
        returnUrl: text(given['return_url_on_success']),
      })
      return { body: { data: { order: { ...described(order), checkout_url: pageOf(order) } } } }
    }
    const id = /^GET \/api\/orders\/(.+)$/.exec(asked.route)?.[1]
    const order = orders.find((each) => each.id === id)
    return order && { body: { data: { order: described(order) } } }
  },

  callback(order, { webhookUrl, now }) {
    const body = JSON.stringify({ order_id: order.id, status: statuses[order.state] })
    const nonce = String(now.getTime())
    const signed = ['POST', new URL(webhookUrl).pathname, nonce, body].join('\n')
    const signature = createHmac('sha256', credentials.apiSecret).update(signed).digest('hex')
    const authorization = `Bearer ${credentials.apiKey}:${signature}:${nonce}`
    return { headers: { ...json, authorization }, body }
  },
}

function isSigned({ method, route, headers, body }: Asked): boolean {
  const [key, signature, nonce = ''] = (headers.authorization ?? '')
    .replace('Bearer ', '')
    .split(':')
  if (key !== credentials.apiKey || seen.has(nonce)) return false
  seen.add(nonce)
  const path = route.replace(/^\S+ /, '')
  const signed = [method, path, nonce, ...(body ? [body] : [])].join('\n')
  return signature === createHmac('sha256', credentials.apiSecret).update(signed).digest('hex')
}

function described(order: PlayOrder) {
  return {
    id: order.id,
    status: statuses[order.state],
    fiat_code: order.currency,
    fiat_amount: Number(order.amount),
    coin_code: order.asset,
    wallet_address: order.wallet,
    blockchain: { code: order.network },
  }
}
