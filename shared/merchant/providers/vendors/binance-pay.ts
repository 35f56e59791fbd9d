import { createHmac, createPublicKey, verify } from 'node:crypto'
import * as z from 'zod'
import { headerOf } from '../../../chain/notifiers/header.ts'
import { parseJson } from '../../../chain/notifiers/parse-json.ts'
import { VendorFailed, vendorRequest } from '../../../chain/notifiers/vendor-request.ts'
import { uniformCharacters } from '../../../kernel/ids.ts'
import { notDelivered, type OrderReport, type ReportedState } from '../rules/order-report.ts'
import { type Account, baseUrlOf, hostedProvider, type ReadCallback } from './hosted-provider.ts'
import { pemKey } from './pem-key.ts'
import { amountText, code, idText, momentOf, secret } from './wire-parts.ts'

const api = { live: 'https://bpay.binanceapi.com', sandbox: 'https://bpay.binanceapi.com' }

const credentials = z.strictObject({
  apiKey: secret,
  secretKey: secret,
  /** Counts as one US dollar each. */
  settlementCurrency: code.default('USDT').transform((text) => text.toUpperCase()),
  /** PEM; lets webhooks be verified before Binance is asked. */
  webhookPublicKey: pemKey({ half: 'public', type: 'rsa' }).optional(),
})
type Credentials = z.infer<typeof credentials>

/**
 * Binance Pay: the server creates the order, and the customer is redirected. A webhook is only a reason to ask for the
 * order. It has no sandbox. Source: developers.binance.com/docs/binance-pay.
 */
export const binancePay = hostedProvider<Credentials>({
  name: 'binance-pay',
  credentials,
  settlement: ({ settlementCurrency: currency }) => ({ currency, delivery: notDelivered }),

  async start(account, { id, amount, title, sessionId, returnUrl, webhookUrl }) {
    const tradeNumber = tradeNumberOf(id)
    const data = await request(account, 'POST /binancepay/openapi/v3/order', {
      schema: createdOrder,
      body: {
        env: { terminalType: 'WEB' },
        merchantTradeNo: tradeNumber,
        orderAmount: Number(amount),
        currency: account.credentials.settlementCurrency,
        description: title.slice(0, 256),
        goodsDetails: [
          {
            goodsType: '02',
            goodsCategory: 'Z000',
            referenceGoodsId: tradeNumber,
            goodsName: title.slice(0, 256),
          },
        ],
        returnUrl,
        cancelUrl: returnUrl,
        webhookUrl,
        orderExpireTime: account.now().getTime() + 3_600_000,
        passThroughInfo: sessionId,
      },
    })
    return { url: data.checkoutUrl, vendorId: data.prepayId }
  },

  async verify({ credentials: { webhookPublicKey } }, { rawBody, headers }) {
    if (!webhookPublicKey) return 'unsigned'
    const [timestamp, nonce, signature] = ['timestamp', 'nonce', 'signature'].map((name) =>
      headerOf(headers, `binancepay-${name}`),
    )
    const signed = Buffer.concat([
      Buffer.from(`${timestamp}\n${nonce}\n`),
      rawBody,
      Buffer.from('\n'),
    ])
    const given = Buffer.from(signature ?? '', 'base64')
    const key = createPublicKey(webhookPublicKey)
    return verify('sha256', signed, key, given) ? 'signed' : 'forged'
  },

  read({ rawBody }): ReadCallback {
    const parsed = webhook.safeParse(parseJson(rawBody))
    if (!parsed.success) return { kind: 'malformed', reason: z.prettifyError(parsed.error) }
    const { bizIdStr, bizStatus, data } = parsed.data
    const payment = payload.safeParse(parseJson(Buffer.from(data)))
    if (!payment.success) return { kind: 'malformed', reason: z.prettifyError(payment.error) }
    const reference = { by: 'order', id: orderIdOf(payment.data.merchantTradeNo) } as const
    return { kind: 'order', eventId: `${bizIdStr}:${bizStatus}`, reference, report: null }
  },

  accountFields: ['apiKey', 'secretKey'],
  isQueryOwn: true,
  isAskedFirst: true,

  async requery(account, { id }) {
    const data = await request(account, 'POST /binancepay/openapi/v2/order/query', {
      schema: foundOrder,
      body: { merchantTradeNo: tradeNumberOf(id) },
    })
    return [reportOf(data)]
  },

  async check(account) {
    const route = 'POST /binancepay/openapi/certificates'
    await request(account, route, { schema: z.unknown(), body: {} })
  },

  reply: { returnCode: 'SUCCESS', returnMessage: null, code: 'SUCCESS', message: 'Done' },
})

/** Letters and digits only, at most 32 of them. */
const tradeNumberOf = (orderId: string) => orderId.replace('po_', '')
const orderIdOf = (tradeNumber: string) => `po_${tradeNumber}`

const states: Readonly<Record<string, ReportedState>> = {
  PAID: 'paid',
  CANCELED: 'failed',
  ERROR: 'failed',
  EXPIRED: 'failed',
  // Only the last one says that nothing is left of it.
  REFUNDING: 'partly_refunded',
  REFUNDED: 'partly_refunded',
  FULL_REFUNDED: 'refunded',
}

/** `bizId` has more digits than a number keeps. */
const webhook = z.object({ bizIdStr: z.string(), bizStatus: z.string(), data: z.string() })
const payload = z.object({ merchantTradeNo: z.string() })
const createdOrder = z.object({ prepayId: idText, checkoutUrl: z.url() })
const foundOrder = z.object({
  prepayId: idText,
  merchantTradeNo: z.string(),
  status: z.string(),
  currency: z.string(),
  orderAmount: amountText,
  createTime: z.number().nullish(),
})

function reportOf(given: z.infer<typeof foundOrder>): OrderReport {
  return {
    paymentId: given.prepayId,
    reference: { by: 'order', id: orderIdOf(given.merchantTradeNo) },
    state: states[given.status] ?? 'open',
    status: given.status,
    paid: { amount: given.orderAmount, currency: given.currency },
    delivered: notDelivered,
    beganAt: momentOf(given.createTime),
    txHash: null,
    queryToken: null,
  }
}

const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'

const envelope = z.object({ status: z.string(), code: z.string(), data: z.unknown() })

/** The `data` of a successful response: a failure may be an HTTP 200 as well. */
async function request<Output>(
  account: Account<Credentials>,
  route: string,
  { schema, body }: { schema: z.ZodType<Output>; body: unknown },
): Promise<Output> {
  const { apiKey, secretKey } = account.credentials
  const timestamp = String(account.now().getTime())
  const nonce = uniformCharacters(32, letters, account.randomBytes)
  const headers = {
    'BinancePay-Timestamp': timestamp,
    'BinancePay-Nonce': nonce,
    'BinancePay-Certificate-SN': apiKey,
    'BinancePay-Signature': requestSignature(secretKey, { timestamp, nonce, body }),
  }
  const baseUrl = baseUrlOf(account, api)
  const options = { vendor: 'Binance Pay', baseUrl, headers, fetch: account.fetch }
  const { status, code: result, data } = await vendorRequest(options)(route, envelope, body)
  if (status !== 'SUCCESS' || result !== '000000') {
    throw new VendorFailed(`Binance Pay refused the request (code ${result.slice(0, 20)}).`)
  }
  const parsed = schema.safeParse(data)
  if (parsed.success) return parsed.data
  throw new VendorFailed('The response of Binance Pay is not as documented.')
}

type Signed = { timestamp: string; nonce: string; body: unknown }

/** Signs the body as it is sent: JSON without white space. */
export function requestSignature(secretKey: string, { timestamp, nonce, body }: Signed): string {
  const signed = `${timestamp}\n${nonce}\n${JSON.stringify(body)}\n`
  return createHmac('sha512', secretKey).update(signed).digest('hex').toUpperCase()
}
