import * as z from 'zod'
import { headerOf } from '../../../chain/notifiers/header.ts'
import { parseJson } from '../../../chain/notifiers/parse-json.ts'
import { vendorRequest } from '../../../chain/notifiers/vendor-request.ts'
import { notDelivered, type OrderReport, type ReportedState } from '../rules/order-report.ts'
import {
  type Account,
  baseUrlOf,
  hostedProvider,
  type ProviderCallback,
  type ReadCallback,
} from './hosted-provider.ts'
import { amountText, code, idText, momentOf, secret } from './wire-parts.ts'

const api = {
  live: 'https://api.coingate.com/v2',
  sandbox: 'https://api-sandbox.coingate.com/v2',
}

const credentials = z.strictObject({
  apiToken: secret,
  /** The payout currency, such as `USDT`, `EUR` or `DO_NOT_CONVERT`. */
  receiveCurrency: code,
})
type Credentials = z.infer<typeof credentials>

/**
 * CoinGate: an order that the customer is redirected to. Callbacks are unsigned, and only a reason to query the order.
 * Source: coingate/openapi.
 */
export const coingate = hostedProvider<Credentials>({
  name: 'coingate',
  credentials,
  settlement: () => ({ currency: 'USD', delivery: notDelivered }),

  async start(account, { amount, sessionId, title, returnUrl, webhookUrl }) {
    const order = await request(account)('POST /orders', createdOrder, {
      price_amount: Number(amount),
      price_currency: 'USD',
      receive_currency: account.credentials.receiveCurrency,
      order_id: sessionId,
      // Both have at least 3 characters.
      title: title.slice(0, 150).padEnd(3, '.'),
      description: `Order ${sessionId}`,
      callback_url: webhookUrl,
      success_url: returnUrl,
      cancel_url: returnUrl,
    })
    return { url: order.payment_url, vendorId: order.id }
  },

  verify: async () => 'unsigned',

  read(callback): ReadCallback {
    const parsed = callbackBody.safeParse(fieldsOf(callback))
    if (!parsed.success) return { kind: 'malformed', reason: z.prettifyError(parsed.error) }
    const { id, status } = parsed.data
    const reference = { by: 'vendor', id } as const
    return { kind: 'order', eventId: `${id}:${status}`, reference, report: null }
  },

  accountFields: ['apiToken'],
  isQueryOwn: true,
  isAskedFirst: true,

  async requery(account, { vendorId }) {
    if (!vendorId) return []
    return [reportOf(await request(account)(`GET /orders/${vendorId}`, foundOrder))]
  },

  async check(account) {
    await request(account)('GET /auth/test', z.unknown())
  },
})

const states: Readonly<Record<string, ReportedState>> = {
  paid: 'paid',
  invalid: 'failed',
  expired: 'failed',
  canceled: 'failed',
  refunded: 'refunded',
  partially_refunded: 'partly_refunded',
}

const callbackBody = z.object({ id: idText, status: z.string() })

const createdOrder = z.object({ id: idText, payment_url: z.url() })

const foundOrder = z.object({
  id: idText,
  status: z.string(),
  price_currency: z.string(),
  price_amount: amountText,
  order_id: z.string(),
  created_at: z.string().nullish(),
})

/** `underpaid_amount` is not read: samples of paid orders have it as well. */
function reportOf(given: z.infer<typeof foundOrder>): OrderReport {
  return {
    paymentId: given.id,
    reference: { by: 'session', id: given.order_id },
    state: states[given.status] ?? 'open',
    status: given.status,
    paid: { amount: given.price_amount, currency: given.price_currency },
    delivered: notDelivered,
    beganAt: momentOf(given.created_at),
    txHash: null,
    queryToken: null,
  }
}

/** A form or JSON, depending on a setting of the account. */
function fieldsOf({ rawBody, headers }: ProviderCallback): unknown {
  if (headerOf(headers, 'content-type').includes('json')) return parseJson(rawBody)
  return Object.fromEntries(new URLSearchParams(new TextDecoder().decode(rawBody)))
}

function request(account: Account<Credentials>) {
  return vendorRequest({
    vendor: 'CoinGate',
    baseUrl: baseUrlOf(account, api),
    headers: { Authorization: `Bearer ${account.credentials.apiToken}` },
    fetch: account.fetch,
  })
}
