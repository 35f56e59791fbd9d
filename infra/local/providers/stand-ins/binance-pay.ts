import { createHmac } from 'node:crypto'
import { type Asked, fieldsOf, json, refused, type StandIn, text } from '../stand-in.ts'

const credentials = { apiKey: 'binance-play-key', secretKey: 'binance-play-secret' }

const statuses = { open: 'INITIAL', paid: 'PAID', failed: 'EXPIRED', refunded: 'FULL_REFUNDED' }

const events = {
  open: 'PAY_CLOSED',
  paid: 'PAY_SUCCESS',
  failed: 'PAY_CLOSED',
  refunded: 'REFUND_SUCCESS',
}

export const binancePay: StandIn = {
  provider: 'binance-pay',
  credentials,

  api(asked, orders, { pageOf }) {
    if (!isSigned(asked)) return refused
    const given = fieldsOf(asked)
    const reference = text(given['merchantTradeNo'])
    const succeeded = (data: unknown) => ({ body: { status: 'SUCCESS', code: '000000', data } })
    if (asked.route === 'POST /binancepay/openapi/certificates') return succeeded([])
    if (asked.route === 'POST /binancepay/openapi/v3/order') {
      const order = orders.open({
        reference,
        amount: text(given['orderAmount']),
        currency: text(given['currency']),
        returnUrl: text(given['returnUrl']),
        webhookUrl: text(given['webhookUrl']),
      })
      return succeeded({ prepayId: order.id, checkoutUrl: pageOf(order) })
    }
    if (asked.route !== 'POST /binancepay/openapi/v2/order/query') return undefined
    const order = orders.find((each) => each.reference === reference)
    if (!order) return { body: { status: 'FAIL', code: '400202', data: null } }
    return succeeded({
      prepayId: order.id,
      merchantTradeNo: reference,
      status: statuses[order.state],
      currency: order.currency,
      orderAmount: order.amount,
      createTime: order.createdAt.getTime(),
    })
  },

  callback(order) {
    const { id, reference, currency, amount } = order
    const data = { merchantTradeNo: reference, totalFee: Number(amount), currency }
    const bizStatus = events[order.state]
    const bizType = order.state === 'refunded' ? 'PAY_REFUND' : 'PAY'
    const body = { bizType, bizIdStr: id, bizStatus, data: JSON.stringify(data) }
    return { headers: json, body: JSON.stringify(body) }
  },
}

function isSigned({ headers, body }: Asked): boolean {
  const field = (name: string) => text(headers[`binancepay-${name}`])
  const signed = `${field('timestamp')}\n${field('nonce')}\n${body}\n`
  const expected = createHmac('sha512', credentials.secretKey).update(signed).digest('hex')
  const isOurs = field('certificate-sn') === credentials.apiKey
  return isOurs && field('signature') === expected.toUpperCase()
}
