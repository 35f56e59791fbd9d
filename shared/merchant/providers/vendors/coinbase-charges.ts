import { createHmac } from 'node:crypto'
import * as z from 'zod'
import { headerOf } from '../../../chain/notifiers/header.ts'
import { parseJson } from '../../../chain/notifiers/parse-json.ts'
import { vendorRequest } from '../../../chain/notifiers/vendor-request.ts'
import { notDelivered, type OrderReport, type ReportedState } from '../rules/order-report.ts'
import {
  type Account,
  baseUrlOf,
  type NewOrder,
  type ProviderCallback,
  type ReadCallback,
  type StartedOrder,
} from './hosted-provider.ts'
import { isSameBytes } from './same-bytes.ts'
import { amountText, idText, momentOf, secret } from './wire-parts.ts'

/** Retired by Coinbase in March 2026. */
const api = {
  live: 'https://api.commerce.coinbase.com',
  sandbox: 'https://api.commerce.coinbase.com',
}

export const chargeCredentials = z.strictObject({ apiKey: secret, webhookSecret: secret })
type Credentials = z.infer<typeof chargeCredentials>

export async function startCharge(
  account: Account<Credentials>,
  { amount, sessionId, title, returnUrl }: NewOrder,
): Promise<StartedOrder> {
  const charge = await request(account)('POST /charges', createdCharge, {
    name: title.slice(0, 100),
    description: title.slice(0, 200),
    pricing_type: 'fixed_price',
    local_price: { amount, currency: 'USD' },
    redirect_url: returnUrl,
    cancel_url: returnUrl,
    metadata: { session_id: sessionId },
  })
  return { url: charge.hosted_url, vendorId: charge.id }
}

/** Hexadecimal, over the body as received. */
export function isSignedCharge(
  webhookSecret: string,
  { rawBody, headers }: Pick<ProviderCallback, 'rawBody' | 'headers'>,
): boolean {
  const given = Buffer.from(headerOf(headers, 'x-cc-webhook-signature'), 'hex')
  return isSameBytes(createHmac('sha256', webhookSecret).update(rawBody).digest(), given)
}

export function readChargeEvent({ rawBody }: Pick<ProviderCallback, 'rawBody'>): ReadCallback {
  const parsed = webhook.safeParse(parseJson(rawBody))
  if (!parsed.success) return { kind: 'malformed', reason: z.prettifyError(parsed.error) }
  const { id: eventId, data } = parsed.data.event
  const reference = { by: 'vendor', id: data.id ?? data.code ?? '' } as const
  return { kind: 'order', eventId, reference, report: null }
}

export async function findCharge(
  account: Account<Credentials>,
  chargeId: string,
): Promise<OrderReport> {
  const route = `GET /charges/${encodeURIComponent(chargeId)}`
  return reportOf(await request(account)(route, foundCharge))
}

export async function checkChargeKey(account: Account<Credentials>): Promise<void> {
  await request(account)('GET /charges?limit=1', z.unknown())
}

/** `COMPLETED` means settled; `PENDING` was seen, but not confirmed. */
const states: Readonly<Record<string, ReportedState>> = {
  COMPLETED: 'paid',
  EXPIRED: 'failed',
  FAILED: 'failed',
  CANCELED: 'failed',
  'PENDING REFUND': 'refunded',
  'REFUND PENDING': 'refunded',
  REFUNDED: 'refunded',
}

const price = z.object({ amount: amountText, currency: z.string() })

const webhook = z.object({
  event: z.object({
    id: idText,
    data: z.object({ id: idText.optional(), code: z.string().optional() }),
  }),
})

/** The wrapper of `data` is missing in some responses. */
const createdCharge = z.preprocess(unwrapped, z.object({ id: idText, hosted_url: z.url() }))

const foundCharge = z.preprocess(
  unwrapped,
  z.object({
    id: idText,
    pricing: z.object({ local: price }),
    metadata: z.object({ session_id: z.string().optional() }).nullish(),
    timeline: z.array(z.object({ status: z.string(), time: z.string() })),
    created_at: z.string().nullish(),
  }),
)

function unwrapped(body: unknown): unknown {
  return typeof body === 'object' && body !== null && 'data' in body ? body.data : body
}

function reportOf(given: z.output<typeof foundCharge>): OrderReport {
  const status = given.timeline.at(-1)?.status ?? 'NEW'
  return {
    paymentId: given.id,
    reference: { by: 'session', id: given.metadata?.session_id ?? '' },
    state: states[status] ?? 'open',
    status,
    paid: given.pricing.local,
    delivered: notDelivered,
    beganAt: momentOf(given.created_at),
    txHash: null,
    queryToken: null,
  }
}

function request(account: Account<Credentials>) {
  return vendorRequest({
    vendor: 'Coinbase Commerce',
    baseUrl: baseUrlOf(account, api),
    headers: { 'X-CC-Api-Key': account.credentials.apiKey, 'X-CC-Version': '2018-03-22' },
    fetch: account.fetch,
  })
}
