import { createHash, createHmac } from 'node:crypto'
import * as z from 'zod'
import { headerOf } from '../../../chain/notifiers/header.ts'
import { parseJson } from '../../../chain/notifiers/parse-json.ts'
import { vendorRequest } from '../../../chain/notifiers/vendor-request.ts'
import type { OrderReport, ReportedState } from '../rules/order-report.ts'
import { type Account, baseUrlOf, hostedProvider, type ReadCallback } from './hosted-provider.ts'
import { isSameBytes } from './same-bytes.ts'
import { amountText, code, evmAddress, idText, momentOf, paidIn, secret } from './wire-parts.ts'

const widget = { live: 'https://widget.mercuryo.io', sandbox: 'https://sandbox-widget.mrcr.io' }
const api = {
  live: 'https://api.mercuryo.io/v1.6',
  sandbox: 'https://sandbox-api.mrcr.io/v1.6',
}

const credentials = z.strictObject({
  widgetId: secret,
  widgetSecret: secret,
  signKey: secret,
  settlementWallet: evmAddress,
  currency: code.transform((text) => text.toUpperCase()),
  network: code.transform((text) => text.toUpperCase()).optional(),
  /** `v1` only for widgets that are older than the customer's address in the signature. */
  signatureVersion: z.enum(['v1', 'v2']).default('v2'),
  /** Lets Mercuryo be asked about an order. */
  partnerToken: secret.optional(),
})
type Credentials = z.infer<typeof credentials>

/** Mercuryo: a widget URL whose wallet is signed, and signed callbacks. Source: mercuryoio/api-migration-docs. */
export const mercuryo = hostedProvider<Credentials>({
  name: 'mercuryo',
  credentials,
  settlement: ({ settlementWallet: wallet, currency: asset, network = null }) => ({
    currency: 'USD',
    delivery: { wallet, asset, network },
  }),

  async start(account, { amount, sessionId, email, returnUrl, viewerAddress }) {
    const { widgetId, settlementWallet: address, currency, network } = account.credentials
    const query = new URLSearchParams({
      widget_id: widgetId,
      type: 'buy',
      currency,
      fix_currency: 'true',
      ...(network && { network }),
      fiat_currency: 'USD',
      fix_fiat_currency: 'true',
      fiat_amount: amount,
      fix_fiat_amount: 'true',
      address,
      hide_address: 'true',
      merchant_transaction_id: sessionId,
      signature: addressSignature(account.credentials, { viewerAddress, sessionId }),
      ...(email && { email }),
      // The name of the parameter changed between editions of the documentation.
      return_url: returnUrl,
      redirect_url: returnUrl,
    })
    return { url: `${baseUrlOf(account, widget)}/?${query}`, vendorId: null }
  },

  async verify({ credentials: { signKey } }, { rawBody, headers }) {
    const expected = createHmac('sha256', signKey).update(rawBody).digest()
    const given = Buffer.from(headerOf(headers, 'x-signature'), 'hex')
    return isSameBytes(expected, given) ? 'signed' : 'forged'
  },

  read({ rawBody }): ReadCallback {
    const parsed = callbackBody.safeParse(parseJson(rawBody))
    if (!parsed.success) return { kind: 'malformed', reason: z.prettifyError(parsed.error) }
    const given = parsed.data
    const report = reportOf(given)
    const eventId = `${given.id}:${given.type}:${given.status}`
    return { kind: 'order', eventId, reference: report.reference, report }
  },

  accountFields: ['widgetId', 'widgetSecret'],
  isQueryOwn: false,
  isAskedFirst: false,

  async requery(account, { sessionId }) {
    const { widgetId, partnerToken } = account.credentials
    if (!partnerToken) return []
    const day = (ms: number) => new Date(ms).toISOString().slice(0, 10)
    const nowMs = account.now().getTime()
    const query = new URLSearchParams({
      widget_id: widgetId,
      merchant_transaction_id: sessionId,
      date_start: day(nowMs - 3 * 86_400_000),
      date_end: day(nowMs + 86_400_000),
    })
    const { data } = await request(account)(`GET /sdk-partner/transactions?${query}`, listed)
    return data.flatMap(({ buy }) => (buy ? [reportOf({ ...buy, type: 'buy' })] : []))
  },

  /** The list of coins is public: without a partner token, nothing but a purchase proves the credentials. */
  async check(account) {
    const route = account.credentials.partnerToken
      ? `GET /sdk-partner/transactions?${new URLSearchParams({ widget_id: account.credentials.widgetId })}`
      : 'GET /lib/currencies'
    await request(account)(route, z.unknown())
  },

  frame: { allow: 'camera; payment', hosts: (account) => [baseUrlOf(account, widget)] },
})

/**
 * A purchase is two operations: `buy` is the payment by card, `withdraw` the delivery of the coins, which may still
 * fail after the payment.
 */
const states: Readonly<Record<string, ReportedState>> = {
  'buy paid': 'paid',
  'buy cancelled': 'failed',
  'buy order_failed': 'failed',
  'buy descriptor_failed': 'failed',
  'withdraw failed': 'undelivered',
}

const operation = z.object({
  id: idText,
  type: z.string(),
  status: z.string(),
  currency: z.string().nullish(),
  network: z.string().nullish(),
  fiat_amount: amountText.nullish(),
  fiat_currency: z.string().nullish(),
  merchant_transaction_id: z.string(),
  created_at_ts: z.number().nullish(),
  tx: z.object({ id: z.string().nullish(), address: z.string().nullish() }).nullish(),
})

/** Editions of the documentation wrap it in different ways. */
const callbackBody = z.union([
  z.object({ data: operation }).transform(({ data }) => data),
  z.object({ payload: z.object({ data: operation }) }).transform(({ payload }) => payload.data),
  operation,
])

const listed = z.object({
  data: z.array(z.object({ buy: operation.omit({ type: true }).nullish() })),
})

function reportOf(given: z.infer<typeof operation>): OrderReport {
  const { fiat_amount: amount, fiat_currency: currency, created_at_ts: seconds } = given
  return {
    paymentId: given.id,
    reference: { by: 'session', id: given.merchant_transaction_id },
    state: states[`${given.type} ${given.status}`] ?? 'open',
    status: `${given.type} ${given.status}`,
    paid: paidIn(amount, currency),
    delivered: {
      wallet: given.tx?.address ?? null,
      asset: given.currency ?? null,
      network: given.network ?? null,
    },
    beganAt: momentOf(seconds && seconds * 1000),
    txHash: given.tx?.id ?? null,
    queryToken: null,
  }
}

function request(account: Account<Credentials>) {
  const { partnerToken } = account.credentials
  return vendorRequest({
    vendor: 'Mercuryo',
    baseUrl: baseUrlOf(account, api),
    headers: partnerToken ? { 'Sdk-Partner-Token': partnerToken } : {},
    fetch: account.fetch,
  })
}

type Signed = Pick<Credentials, 'settlementWallet' | 'widgetSecret' | 'signatureVersion'>

/** Protects the wallet's address in the URL; a plain hash, as Mercuryo defines it. */
export function addressSignature(
  { settlementWallet, widgetSecret, signatureVersion }: Signed,
  { viewerAddress, sessionId }: { viewerAddress: string; sessionId: string },
): string {
  const hashed = (text: string) => createHash('sha512').update(text).digest('hex')
  if (signatureVersion === 'v1') return hashed(settlementWallet + widgetSecret)
  return `v2:${hashed(settlementWallet + widgetSecret + viewerAddress + sessionId)}`
}
