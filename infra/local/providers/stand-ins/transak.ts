import { createHmac } from 'node:crypto'
import { isIP } from 'node:net'
import {
  fieldsOf,
  json,
  type PlayOrder,
  playWallet,
  type Reply,
  refused,
  type StandIn,
  text,
} from '../stand-in.ts'

const credentials = {
  apiKey: 'transak-play-key',
  apiSecret: 'transak-play-secret',
  settlementWallet: playWallet,
  cryptoCurrency: 'USDC',
  network: 'base',
}

const badRequest: Reply = { status: 400, body: { message: 'x-user-ip is not an address' } }

/** Each token voids the one before it. */
let token = 'transak-play-token-0'
let issued = 0

const statuses = {
  open: 'AWAITING_PAYMENT_FROM_USER',
  paid: 'COMPLETED',
  failed: 'FAILED',
  refunded: 'REFUNDED',
}

export const transak: StandIn = {
  provider: 'transak',
  credentials,

  widget: ({ url }, orders) => orders.find(({ id }) => id === url.searchParams.get('sessionId')),

  api({ route, headers, query, ...asked }, orders, { pageOf }) {
    if (route === 'POST /partners/api/v2/refresh-token') {
      if (headers['api-secret'] !== credentials.apiSecret) return refused
      token = `transak-play-token-${++issued}`
      return { body: { data: { accessToken: token, expiresAt: 4_000_000_000 } } }
    }
    if (headers['access-token'] !== token) return refused
    if (route === 'POST /api/v2/auth/session') {
      if (!isIP(text(headers['x-user-ip']))) return badRequest
      const given = fieldsOf({ body: JSON.stringify(fieldsOf(asked)['widgetParams']) })
      const order = orders.open({
        reference: text(given['partnerOrderId']),
        amount: text(given['fiatAmount']),
        currency: text(given['fiatCurrency']),
        asset: text(given['cryptoCurrencyCode']),
        network: text(given['network']),
        wallet: text(given['walletAddress']),
        returnUrl: text(given['redirectURL']),
      })
      return { body: { data: { widgetUrl: `${pageOf(order)}?sessionId=${order.id}` } } }
    }
    if (route !== 'GET /partners/api/v2/orders') return undefined
    const reference = query.get('filter[partnerOrderId]')
    const status = query.get('filter[status]') ?? 'COMPLETED'
    const found = orders.all((order) => order.reference === reference).map(described)
    return { body: { data: found.filter((each) => each.status === status) } }
  },

  callback(order, { now }) {
    const { _id: id, ...rest } = described(order)
    const claims = { webhookData: { id, ...rest }, eventID: 'ORDER', createdAt: now.toISOString() }
    const parts = [{ alg: 'HS256', typ: 'JWT' }, claims]
    const signed = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    const signature = createHmac('sha256', token).update(signed.join('.')).digest('base64url')
    return { headers: json, body: JSON.stringify({ data: [...signed, signature].join('.') }) }
  },
}

function described(order: PlayOrder) {
  return {
    _id: order.id,
    status: statuses[order.state],
    isBuyOrSell: 'BUY',
    fiatCurrency: order.currency,
    fiatAmount: Number(order.amount),
    cryptoCurrency: order.asset,
    network: order.network,
    walletAddress: order.wallet,
    partnerOrderId: order.reference,
    createdAt: order.createdAt.toISOString(),
  }
}
