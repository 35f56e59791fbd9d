import { createHmac, createPublicKey, verify } from 'node:crypto'
import {
  type Asked,
  fieldsOf,
  json,
  type PlayOrder,
  refused,
  type StandIn,
  text,
} from '../stand-in.ts'

/** Seed and public key of an Ed25519 key, the same each time, so that an instance that restarts knows it. */
const keySecret =
  'CQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQn9FyQ4WqDHW2T7eM1gL6HZkf3r92sTxY7XAurINen2GA=='

const publicKey = createPublicKey({
  format: 'jwk',
  key: {
    kty: 'OKP',
    crv: 'Ed25519',
    x: Buffer.from(keySecret, 'base64').subarray(32).toString('base64url'),
  },
})

const credentials = {
  keyId: 'coinbase-play-key',
  keySecret,
  webhookSecret: 'coinbase-play-webhook',
}

const statuses = { open: 'ACTIVE', paid: 'COMPLETED', failed: 'FAILED', refunded: 'REFUNDED' }
const events = {
  open: 'payment.expired',
  paid: 'payment.success',
  failed: 'payment.failed',
  refunded: 'refund.success',
}

/** Checkouts of Coinbase Business. */
export const coinbaseCommerce: StandIn = {
  provider: 'coinbase-commerce',
  credentials,

  api(asked, orders, { pageOf }) {
    if (!isSigned(asked)) return refused
    const [, path = ''] = asked.route.split('/api/v1/checkouts')
    if (asked.method === 'POST') {
      const given = fieldsOf(asked)
      const metadata = fieldsOf({ body: JSON.stringify(given['metadata']) })
      const order = orders.open({
        reference: text(metadata['session_id']),
        amount: text(given['amount']),
        currency: text(given['currency']),
        returnUrl: text(given['successRedirectUrl']),
      })
      return { status: 201, body: { ...described(order), url: pageOf(order) } }
    }
    if (path === '') return { body: { checkouts: [] } }
    const order = orders.find(({ id }) => `/${id}` === path)
    return order && { body: described(order) }
  },

  callback(order, { now }) {
    const eventType = `checkout.${events[order.state]}`
    const body = JSON.stringify({ eventType, ...described(order) })
    const seconds = Math.floor(now.getTime() / 1000)
    const signed = createHmac('sha256', credentials.webhookSecret).update(`${seconds}.${body}`)
    const signature = `t=${seconds},v0=${signed.digest('hex')}`
    return { headers: { ...json, 'X-Hook0-Signature': signature }, body }
  },
}

/** The token is for one method, host and path, and for two minutes. */
function isSigned({ headers, method, host, wholePath, now }: Asked): boolean {
  const token = (headers.authorization ?? '').replace('Bearer ', '')
  const [header = '', claims = '', signature = ''] = token.split('.')
  const signed = Buffer.from(`${header}.${claims}`)
  if (!verify(null, signed, publicKey, Buffer.from(signature, 'base64url'))) return false
  const { uri, exp } = fieldsOf({ body: Buffer.from(claims, 'base64url').toString() })
  return uri === `${method} ${host}${wholePath}` && Number(exp) > now.getTime() / 1000
}

function described(order: PlayOrder) {
  const { id, state, amount, currency, reference } = order
  return { id, status: statuses[state], amount, currency, metadata: { session_id: reference } }
}
