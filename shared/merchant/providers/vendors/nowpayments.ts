import { createHmac } from 'node:crypto'
import * as z from 'zod'
import { headerOf } from '../../../chain/notifiers/header.ts'
import { parseJson } from '../../../chain/notifiers/parse-json.ts'
import { vendorRequest } from '../../../chain/notifiers/vendor-request.ts'
import { fiatUnits } from '../rules/fiat-units.ts'
import { notDelivered, type OrderReport, type ReportedState } from '../rules/order-report.ts'
import { type Account, baseUrlOf, hostedProvider, type ReadCallback } from './hosted-provider.ts'
import { isSameBytes } from './same-bytes.ts'
import { sortedJson } from './sorted-json.ts'
import { amountText, idText, momentOf, secret } from './wire-parts.ts'

const api = {
  live: 'https://api.nowpayments.io/v1',
  sandbox: 'https://api-sandbox.nowpayments.io/v1',
}

const credentials = z.strictObject({ apiKey: secret, ipnSecret: secret })
type Credentials = z.infer<typeof credentials>

/** NOWPayments: an invoice that the customer is redirected to, and signed callbacks. Source: its SDK for Node.js. */
export const nowpayments = hostedProvider<Credentials>({
  name: 'nowpayments',
  credentials,
  settlement: () => ({ currency: 'USD', delivery: notDelivered }),

  async start(account, { amount, sessionId, title, returnUrl, webhookUrl }) {
    const invoice = await request(account)('POST /invoice', createdInvoice, {
      price_amount: Number(amount),
      price_currency: 'usd',
      order_id: sessionId,
      order_description: title,
      ipn_callback_url: webhookUrl,
      success_url: returnUrl,
      cancel_url: returnUrl,
      partially_paid_url: returnUrl,
      is_fixed_rate: true,
      is_fee_paid_by_user: false,
    })
    return { url: invoice.invoice_url, vendorId: invoice.id }
  },

  async verify({ credentials: { ipnSecret } }, { rawBody, headers }) {
    const body = parseJson(rawBody)
    if (body === undefined) return 'forged'
    const given = Buffer.from(headerOf(headers, 'x-nowpayments-sig'), 'hex')
    const isSigned = [sortedJson(body), sortedJson(withoutArrays(body))].some((text) =>
      isSameBytes(createHmac('sha512', ipnSecret).update(text).digest(), given),
    )
    return isSigned ? 'signed' : 'forged'
  },

  read({ rawBody }): ReadCallback {
    const parsed = payment.safeParse(parseJson(rawBody))
    if (!parsed.success) return { kind: 'malformed', reason: z.prettifyError(parsed.error) }
    const report = reportOf(parsed.data)
    const eventId = `${report.paymentId}:${report.status}`
    return { kind: 'order', eventId, reference: report.reference, report }
  },

  accountFields: ['apiKey'],
  isQueryOwn: false,
  isAskedFirst: false,

  /** Payments can't be listed with an API key, so one has to be known by a callback. */
  async requery(account, { paymentId }) {
    if (!paymentId) return []
    return [reportOf(await request(account)(`GET /payment/${paymentId}`, payment))]
  },

  async check(account) {
    await request(account)('GET /currencies', z.unknown())
  },
})

const states: Readonly<Record<string, ReportedState>> = {
  finished: 'paid',
  partially_paid: 'short',
  failed: 'failed',
  expired: 'failed',
  cancelled: 'failed',
  refunded: 'refunded',
}

/** Numbers may be texts. */
const createdInvoice = z.object({ id: idText, invoice_url: z.url() })

const payment = z.object({
  payment_id: idText,
  parent_payment_id: z.union([z.string(), z.number()]).nullish(),
  payment_status: z.string(),
  price_amount: amountText,
  price_currency: z.string(),
  pay_amount: amountText.nullish(),
  actually_paid: amountText.nullish(),
  order_id: z.string(),
  created_at: z.string().nullish(),
})

function reportOf(given: z.infer<typeof payment>): OrderReport {
  const state = states[given.payment_status] ?? 'open'
  return {
    paymentId: given.payment_id,
    reference: { by: 'session', id: given.order_id },
    state: state === 'paid' && !isWhole(given) ? 'short' : state,
    status: given.payment_status,
    paid: { amount: given.price_amount, currency: given.price_currency },
    delivered: notDelivered,
    beganAt: momentOf(given.created_at),
    txHash: null,
    queryToken: null,
  }
}

/**
 * A later deposit to the same address is another payment with a parent, of any amount and even in another coin, and
 * becomes `finished` too. What was asked for is then in `price_amount`, but not what was paid.
 */
function isWhole({
  parent_payment_id: parent,
  pay_amount: asked,
  actually_paid: paid,
}: z.infer<typeof payment>): boolean {
  if (parent) return false
  const [askedUnits, paidUnits] = [fiatUnits(asked ?? ''), fiatUnits(paid ?? '')]
  return askedUnits === undefined || paidUnits === undefined || paidUnits >= askedUnits
}

function request(account: Account<Credentials>) {
  return vendorRequest({
    vendor: 'NOWPayments',
    baseUrl: baseUrlOf(account, api),
    headers: { 'x-api-key': account.credentials.apiKey },
    fetch: account.fetch,
  })
}

/** Their sample code turns arrays into objects before it signs; their SDK does not. */
function withoutArrays(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withoutArrays(each)]))
}
