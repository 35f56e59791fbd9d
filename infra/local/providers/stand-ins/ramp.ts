import { createPrivateKey, createPublicKey, sign } from 'node:crypto'
import { json, type PlayOrder, playWallet, refused, type StandIn } from '../stand-in.ts'

/** Fixed, so that an instance that restarts knows it. */
const privateKey = createPrivateKey(`-----BEGIN PRIVATE KEY-----
MIGEAgEAMBAGByqGSM49AgEGBSuBBAAKBG0wawIBAQQg/qpDsC0pqxk3eEmrCE6J
a+UUZtgA/t58DdVRtsmC06ihRANCAARVN08MciflW2x2Vf9pxBsYZXcaQQhp2CPo
qGD46ldoMiN3V/ZYG+0/3bYOWnl6S0FcHXEIBhm4VdgVZUbQEmn7
-----END PRIVATE KEY-----`)

const credentials = {
  hostApiKey: 'ramp-play-key',
  settlementWallet: playWallet,
  asset: 'ETH_USDC',
  webhookPublicKey: createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }).toString(),
}

const statuses = {
  open: 'INITIALIZED',
  paid: 'RELEASED',
  failed: 'PAYMENT_FAILED',
  refunded: 'RETURNED',
}
const types = { open: 'CREATED', paid: 'RELEASED', failed: 'RETURNED', refunded: 'RETURNED' }

export const ramp: StandIn = {
  provider: 'ramp',
  credentials,

  widget({ url: { searchParams } }, orders) {
    if (searchParams.get('hostApiKey') !== credentials.hostApiKey) return undefined
    const field = (name: string) => searchParams.get(name) ?? ''
    return orders.open({
      reference: field('webhookStatusUrl'),
      amount: field('fiatValue'),
      currency: field('fiatCurrency'),
      asset: field('swapAsset'),
      wallet: field('userAddress'),
      returnUrl: field('finalUrl'),
      webhookUrl: field('webhookStatusUrl'),
    })
  },

  api({ route, query }, orders) {
    if (route === 'GET /api/host-api/v3/assets') {
      const isKnown = query.get('hostApiKey') === credentials.hostApiKey
      return isKnown ? { body: { assets: [] } } : refused
    }
    const id = /^GET \/api\/host-api\/purchase\/(.+)$/.exec(route)?.[1]
    const order = orders.find((each) => each.id === id)
    if (!order || query.get('secret') !== tokenOf(order)) return undefined
    return { body: purchaseOf(order) }
  },

  callback(order) {
    const body = { type: types[order.state], purchase: purchaseOf(order) }
    // Over the body with its keys in order, which is not how it is sent.
    const { purchase, type } = body
    const signed = JSON.stringify({ purchase: inOrder(purchase), type })
    const signature = sign('sha256', Buffer.from(signed), privateKey).toString('base64')
    return { headers: { ...json, 'X-Body-Signature': signature }, body: JSON.stringify(body) }
  },
}

const tokenOf = ({ id }: PlayOrder) => `view-${id}`

function purchaseOf(order: PlayOrder) {
  const [chain = '', symbol = ''] = order.asset.split('_')
  return {
    status: statuses[order.state],
    id: order.id,
    fiatCurrency: order.currency,
    fiatValue: Number(order.amount),
    receiverAddress: order.wallet,
    asset: { apiV3Symbol: symbol, chain, symbol: order.asset },
    createdAt: order.createdAt.toISOString(),
    purchaseViewToken: tokenOf(order),
  }
}

function inOrder<Value extends object>(value: Value): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}
