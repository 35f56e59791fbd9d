import { createHash, createHmac } from 'node:crypto'
import { json, type PlayOrder, playWallet, refused, type StandIn } from '../stand-in.ts'

const credentials = {
  widgetId: 'mercuryo-play-widget',
  widgetSecret: 'mercuryo-play-secret',
  signKey: 'mercuryo-play-sign',
  settlementWallet: playWallet,
  currency: 'USDC',
  network: 'ETHEREUM',
  partnerToken: 'mercuryo-play-partner',
}

/** It reports no refunds. */
const statuses = {
  open: 'new',
  paid: 'paid',
  failed: 'order_failed',
  refunded: 'paid',
}

export const mercuryo: StandIn = {
  provider: 'mercuryo',
  credentials,

  widget({ url: { searchParams }, viewerAddress }, orders) {
    const field = (name: string) => searchParams.get(name) ?? ''
    const parts = [field('address'), credentials.widgetSecret, viewerAddress]
    const signed = createHash('sha512').update(parts.join('') + field('merchant_transaction_id'))
    if (field('signature') !== `v2:${signed.digest('hex')}`) return undefined
    return orders.open({
      reference: field('merchant_transaction_id'),
      amount: field('fiat_amount'),
      currency: field('fiat_currency'),
      asset: field('currency'),
      network: field('network'),
      wallet: field('address'),
      returnUrl: field('return_url'),
    })
  },

  api({ route, headers, query }, orders) {
    if (headers['sdk-partner-token'] !== credentials.partnerToken) return refused
    if (route !== 'GET /v1.6/sdk-partner/transactions') return undefined
    const reference = query.get('merchant_transaction_id')
    const found = orders.all((order) => order.reference === reference)
    return { body: { status: 200, data: found.map((order) => ({ buy: described(order) })) } }
  },

  callback(order) {
    const body = JSON.stringify({ data: { ...described(order), type: 'buy' } })
    const signature = createHmac('sha256', credentials.signKey).update(body).digest('hex')
    return { headers: { ...json, 'X-Signature': signature }, body }
  },
}

function described(order: PlayOrder) {
  return {
    id: order.id,
    status: statuses[order.state],
    merchant_transaction_id: order.reference,
    currency: order.asset,
    network: order.network,
    tx: { address: order.wallet },
    fiat_amount: order.amount,
    fiat_currency: order.currency,
    created_at_ts: Math.floor(order.createdAt.getTime() / 1000),
  }
}
