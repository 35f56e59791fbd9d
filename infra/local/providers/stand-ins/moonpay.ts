import { createHmac } from 'node:crypto'
import { json, type PlayOrder, playWallet, refused, type StandIn } from '../stand-in.ts'

const credentials = {
  publishableKey: 'pk_test_play',
  secretKey: 'sk_test_play',
  webhookKey: 'wk_test_play',
  settlementWallet: playWallet,
  currencyCode: 'usdc',
}

/** It reports no refunds. */
const statuses = {
  open: 'waitingPayment',
  paid: 'completed',
  failed: 'failed',
  refunded: 'completed',
}

export const moonpay: StandIn = {
  provider: 'moonpay',
  credentials,

  widget({ url: { search, searchParams } }, orders) {
    const [query = ''] = search.split('&signature=')
    const expected = createHmac('sha256', credentials.secretKey).update(query).digest('base64')
    if (searchParams.get('signature') !== expected) return undefined
    const field = (name: string) => searchParams.get(name) ?? ''
    return orders.open({
      reference: field('externalTransactionId'),
      amount: field('baseCurrencyAmount'),
      currency: field('baseCurrencyCode'),
      asset: field('currencyCode'),
      wallet: field('walletAddress'),
      returnUrl: field('redirectURL'),
    })
  },

  api({ route, headers }, orders) {
    if (headers.authorization !== `Api-Key ${credentials.secretKey}`) return refused
    const reference = /^GET \/v1\/transactions\/ext\/(.+)$/.exec(route)?.[1]
    if (reference === undefined) return undefined
    return { body: orders.all((order) => order.reference === reference).map(described) }
  },

  callback(order, { now }) {
    const body = JSON.stringify({ data: described(order), type: 'transaction_updated' })
    const seconds = Math.floor(now.getTime() / 1000)
    const signed = createHmac('sha256', credentials.webhookKey).update(`${seconds}.${body}`)
    const signature = `t=${seconds},s=${signed.digest('hex')}`
    return { headers: { ...json, 'Moonpay-Signature-V2': signature }, body }
  },
}

/** The customer's total has 1.59 of fees in it. */
function described(order: PlayOrder) {
  const net = Math.round((Number(order.amount) - 1.59) * 100) / 100
  return {
    id: order.id,
    status: statuses[order.state],
    createdAt: order.createdAt.toISOString(),
    baseCurrencyAmount: net,
    feeAmount: 1.2,
    extraFeeAmount: 0,
    networkFeeAmount: 0.39,
    walletAddress: order.wallet,
    externalTransactionId: order.reference,
    baseCurrency: { code: order.currency },
    currency: { code: order.asset },
  }
}
