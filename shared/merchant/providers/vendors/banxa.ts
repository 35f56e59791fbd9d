import { createHmac } from 'node:crypto'
import * as z from 'zod'
import { headerOf } from '../../../chain/notifiers/header.ts'
import { parseJson } from '../../../chain/notifiers/parse-json.ts'
import { vendorRequest } from '../../../chain/notifiers/vendor-request.ts'
import type { OrderReport, ReportedState } from '../rules/order-report.ts'
import { type Account, baseUrlOf, hostedProvider, type ReadCallback } from './hosted-provider.ts'
import { isSameBytes } from './same-bytes.ts'
import { amountText, code, credentialsError, evmAddress, idText, secret } from './wire-parts.ts'

/** Partners' hosts, by the mode that they are for. */
const partnerHosts = [
  { mode: 'live', host: /^[a-z\d-]+\.banxa\.com$/ },
  { mode: 'test', host: /^[a-z\d-]+\.banxa-sandbox\.com$/ },
] as const

/** Nothing but Banxa gets what is signed with the keys. */
const partnerUrl = z
  .url()
  .transform((url) => new URL(url))
  .refine(({ href, origin }) => href === `${origin}/` && modeOf(origin) !== undefined, {
    error: credentialsError('no_banxa_host'),
  })
  .transform(({ origin }) => origin)

function modeOf(origin: string): 'live' | 'test' | undefined {
  const { protocol, port, hostname } = new URL(origin)
  if (protocol !== 'https:' || port !== '') return undefined
  return partnerHosts.find(({ host }) => host.test(hostname))?.mode
}

const credentials = z.strictObject({
  apiKey: secret,
  apiSecret: secret,
  /** The partner's URL, such as `https://shop.banxa.com`; in test mode `https://shop.banxa-sandbox.com`. */
  apiBaseUrl: partnerUrl,
  settlementWallet: evmAddress,
  coin: code,
  blockchain: code,
  /** Newer dashboards issue separate ones for webhooks. */
  webhookKey: secret.optional(),
  webhookSecret: secret.optional(),
})
type Credentials = z.infer<typeof credentials>

/**
 * Banxa, by its first API: the server creates the order, and each call and webhook is signed in the same way. Webhooks
 * of older accounts are unsigned, so Banxa is always asked. Source: docs.banxa.com, "Legacy API".
 */
export const banxa = hostedProvider<Credentials>({
  name: 'banxa',
  credentials,
  settlement: ({ settlementWallet: wallet, coin: asset, blockchain: network }) => ({
    currency: 'USD',
    delivery: { wallet, asset, network },
  }),

  async start(account, { amount, sessionId, returnUrl }) {
    const { coin, blockchain, settlementWallet } = account.credentials
    const { data } = await request(account, 'POST /api/orders', createdOrder, {
      account_reference: sessionId,
      source: 'USD',
      source_amount: amount,
      target: coin,
      blockchain,
      wallet_address: settlementWallet,
      return_url_on_success: returnUrl,
      return_url_on_cancelled: returnUrl,
      return_url_on_failure: returnUrl,
      iframe_domain: new URL(returnUrl).hostname,
      meta_data: sessionId,
      options: { readonly_amounts: true },
    })
    const { id, checkout_iframe: framed, checkout_url: url } = data.order
    return { url: framed ?? url, vendorId: id }
  },

  async verify({ credentials: { apiKey, apiSecret, ...given } }, { rawBody, headers, path }) {
    const header = headerOf(headers, 'authorization')
    if (header === '') return 'unsigned'
    const [key, signature = '', nonce = ''] = header.replace(/^Bearer /i, '').split(':')
    if (key !== (given.webhookKey ?? apiKey)) return 'forged'
    const expected = createHmac('sha256', given.webhookSecret ?? apiSecret)
      .update(`POST\n${path}\n${nonce}\n`)
      .update(rawBody)
    return isSameBytes(expected.digest(), Buffer.from(signature, 'hex')) ? 'signed' : 'forged'
  },

  read({ rawBody }): ReadCallback {
    const parsed = webhook.safeParse(parseJson(rawBody))
    if (!parsed.success) return { kind: 'malformed', reason: z.prettifyError(parsed.error) }
    const { order_id: id, status = '' } = parsed.data
    // A body without a status is the same each time, so each is a new reason to ask.
    return {
      kind: 'order',
      eventId: `${id}:${status}`,
      reference: { by: 'vendor', id },
      report: null,
    }
  },

  accountFields: ['apiKey', 'apiSecret', 'apiBaseUrl'],
  isQueryOwn: true,
  isAskedFirst: true,

  async requery(account, { vendorId, startedAt }) {
    if (!vendorId) return []
    const path = `/api/orders/${encodeURIComponent(vendorId)}`
    const { data } = await request(account, `GET ${path}`, foundOrder)
    // We created it ourselves, and Banxa writes times without their zone.
    return [{ ...reportOf(data.order), beganAt: startedAt }]
  },

  modeSigns({ apiBaseUrl }) {
    const mode = modeOf(apiBaseUrl)
    return mode ? [{ field: 'apiBaseUrl', mode }] : []
  },

  async check(account) {
    await request(account, 'GET /api/coins', z.unknown())
  },

  frame: { allow: 'camera; microphone; payment', hosts: (account) => [hostOf(account)] },
})

const states: Readonly<Record<string, ReportedState>> = {
  complete: 'paid',
  cancelled: 'failed',
  declined: 'failed',
  expired: 'failed',
  refunded: 'refunded',
}

const webhook = z.object({ order_id: idText, status: z.string().nullish() }).transform((body) => ({
  ...body,
  status: body.status ?? undefined,
}))

const createdOrder = z.object({
  data: z.object({
    order: z.object({ id: idText, checkout_url: z.url(), checkout_iframe: z.url().nullish() }),
  }),
})

const foundOrder = z.object({
  data: z.object({
    order: z.object({
      id: idText,
      status: z.string(),
      fiat_code: z.string(),
      fiat_amount: amountText,
      coin_code: z.string().nullish(),
      wallet_address: z.string().nullish(),
      blockchain: z.object({ code: z.string() }).nullish(),
      tx_hash: z.string().nullish(),
    }),
  }),
})

type FoundOrder = z.infer<typeof foundOrder>['data']['order']

function reportOf(given: FoundOrder): Omit<OrderReport, 'beganAt'> {
  return {
    paymentId: given.id,
    reference: { by: 'vendor', id: given.id },
    state: states[given.status] ?? 'open',
    status: given.status,
    paid: { amount: given.fiat_amount, currency: given.fiat_code },
    delivered: {
      wallet: given.wallet_address ?? null,
      asset: given.coin_code ?? null,
      network: given.blockchain?.code ?? null,
    },
    txHash: given.tx_hash ?? null,
    queryToken: null,
  }
}

function hostOf(account: Account<Credentials>): string {
  const { apiBaseUrl: url } = account.credentials
  return baseUrlOf(account, { live: url, sandbox: url })
}

function request<Output>(
  account: Account<Credentials>,
  route: string,
  ...[schema, body]: [z.ZodType<Output>, unknown?]
): Promise<Output> {
  const { apiKey: key, apiSecret: secretKey } = account.credentials
  const [method = '', path = ''] = route.split(' ')
  const headers = {
    Authorization: authorization(
      { key, secretKey },
      { method, path, nonce: nonceOf(account), body },
    ),
  }
  const options = { vendor: 'Banxa', baseUrl: hostOf(account), headers, fetch: account.fetch }
  return vendorRequest(options)(route, schema, body)
}

/** 16 digits, different for each call of the same millisecond, because Banxa refuses one that it has seen. */
function nonceOf({ now, randomBytes }: Account): string {
  const [high = 0, low = 0] = randomBytes(2)
  const random = (high * 256 + low) % 1000
  return String(now().getTime() * 1000 + random)
}

type SignedCall = { method: string; path: string; nonce: string; body?: unknown }

/** The header of a call. The body is signed as it is sent: JSON without white space. */
export function authorization(
  { key, secretKey }: { key: string; secretKey: string },
  { method, path, nonce, body }: SignedCall,
): string {
  const lines = [method, path, nonce, ...(body === undefined ? [] : [JSON.stringify(body)])]
  const signature = createHmac('sha256', secretKey).update(lines.join('\n')).digest('hex')
  return `Bearer ${key}:${signature}:${nonce}`
}
