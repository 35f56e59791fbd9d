import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto'
import * as z from 'zod'
import { headerOf } from '../../../chain/notifiers/header.ts'
import { parseJson } from '../../../chain/notifiers/parse-json.ts'
import { vendorRequest } from '../../../chain/notifiers/vendor-request.ts'
import type { OrderReference, OrderReport, ReportedState } from '../rules/order-report.ts'
import { type Account, baseUrlOf, hostedProvider, type ReadCallback } from './hosted-provider.ts'
import { pemKey } from './pem-key.ts'
import { sortedJson } from './sorted-json.ts'
import { amountText, code, evmAddress, idText, momentOf, paidIn, secret } from './wire-parts.ts'

const widget = {
  live: 'https://app.rampnetwork.com',
  sandbox: 'https://app.demo.rampnetwork.com',
}
const api = {
  live: 'https://api.rampnetwork.com/api',
  sandbox: 'https://api.demo.rampnetwork.com/api',
}

const webhookKeys = {
  live: 'MFYwEAYHKoZIzj0CAQYFK4EEAAoDQgAElvxpYOhgdAmI+7oL4mABRAfM5CwLkCbZm64ERVKAisSulWFC3oRZom/PeyE2iXPX1ekp9UD1r+51c9TiuIHU4w==',
  sandbox:
    'MFYwEAYHKoZIzj0CAQYFK4EEAAoDQgAEevN2PMEeIaaMkS4VIfXOqsLebj19kVeuwWl0AnkIA6DJU0r3ixkXVhJTltycJtkDoEAYtPHfARyTofB5ZNw9xA==',
}

const credentials = z.strictObject({
  hostApiKey: secret,
  settlementWallet: evmAddress,
  /** Chain and symbol, such as `ETH_USDC`. */
  asset: code,
  /** PEM; default: Ramp's published key. */
  webhookPublicKey: pemKey({ half: 'public', type: 'ec', curve: 'secp256k1' }).optional(),
  /** PEM of an Ed25519 key whose public half Ramp knows; the widget's URL is unsigned without it. */
  urlPrivateKey: pemKey({ half: 'private', type: 'ed25519' }).optional(),
})
type Credentials = z.infer<typeof credentials>

/**
 * Ramp Network: a widget URL, optionally signed. Webhooks are signed, but the reference in their URL isn't, so a
 * payment is bound to one session forever. Source: docs.rampnetwork.com.
 */
export const ramp = hostedProvider<Credentials>({
  name: 'ramp',
  credentials,
  settlement: ({ settlementWallet: wallet, asset }) => ({
    currency: 'USD',
    delivery: { wallet, asset, network: null },
  }),

  async start(account, { id, amount, email, returnUrl, webhookUrl }) {
    const { hostApiKey, asset, settlementWallet, urlPrivateKey } = account.credentials
    const parameters = {
      hostApiKey,
      enabledFlows: 'ONRAMP',
      defaultFlow: 'ONRAMP',
      swapAsset: asset,
      fiatCurrency: 'USD',
      fiatValue: amount,
      userAddress: settlementWallet,
      ...(email && { userEmailAddress: email }),
      webhookStatusUrl: `${webhookUrl}?order=${id}`,
      finalUrl: returnUrl,
    }
    const query = urlPrivateKey
      ? signedQuery(parameters, { privateKey: urlPrivateKey, now: account.now() })
      : new URLSearchParams(parameters).toString()
    return { url: `${baseUrlOf(account, widget)}/?${query}`, vendorId: null }
  },

  async verify({ credentials: { webhookPublicKey }, sandbox }, { rawBody, headers }) {
    const body = parseJson(rawBody)
    if (body === undefined) return 'forged'
    const signature = Buffer.from(headerOf(headers, 'x-body-signature'), 'base64')
    const key = webhookPublicKey ?? pemOf(sandbox ? webhookKeys.sandbox : webhookKeys.live)
    const signed = Buffer.from(sortedJson(body))
    return verify('sha256', signed, createPublicKey(key), signature) ? 'signed' : 'forged'
  },

  read({ rawBody, query }): ReadCallback {
    const parsed = webhook.safeParse(parseJson(rawBody))
    if (!parsed.success) return { kind: 'malformed', reason: z.prettifyError(parsed.error) }
    const { type, purchase } = parsed.data
    const reference = { by: 'order', id: query['order'] ?? '' } as const
    const report = { ...reportOf(purchase, reference), state: states[type] ?? 'open' }
    return { kind: 'order', eventId: `${purchase.id}:${type}`, reference, report }
  },

  accountFields: ['hostApiKey'],
  isQueryOwn: false,
  isAskedFirst: false,

  modeSigns({ webhookPublicKey }) {
    const own = webhookPublicKey && derOf(webhookPublicKey)
    const published = [
      { mode: 'live', key: webhookKeys.live },
      { mode: 'test', key: webhookKeys.sandbox },
    ] as const
    return published
      .filter(({ key }) => key === own)
      .map(({ mode }) => ({ field: 'webhookPublicKey', mode }))
  },

  async requery(account, { id, paymentId, queryToken }) {
    if (!paymentId || !queryToken) return []
    const path = `/host-api/purchase/${encodeURIComponent(paymentId)}`
    const secretQuery = new URLSearchParams({ secret: queryToken })
    const found = await request(account)(`GET ${path}?${secretQuery}`, purchase)
    return [reportOf(found, { by: 'order', id })]
  },

  async check(account) {
    const query = new URLSearchParams({ hostApiKey: account.credentials.hostApiKey })
    await request(account)(`GET /host-api/v3/assets?${query}`, z.object({ assets: z.unknown() }))
  },

  frame: {
    allow: 'payment; microphone; camera; clipboard-read; clipboard-write',
    hosts: (account) => [baseUrlOf(account, widget)],
  },
})

const states: Readonly<Record<string, ReportedState>> = {
  RELEASED: 'paid',
  RETURNED: 'refunded',
  PAYMENT_FAILED: 'failed',
  EXPIRED: 'failed',
  CANCELLED: 'failed',
}

/** `fiatValue` includes Ramp's fees. */
const purchase = z.object({
  id: idText,
  status: z.string(),
  fiatCurrency: z.string().nullish(),
  fiatValue: amountText.nullish(),
  receiverAddress: z.string().nullish(),
  asset: z
    .object({ symbol: z.string(), apiV3Symbol: z.string().nullish(), chain: z.string() })
    .nullish(),
  createdAt: z.string().nullish(),
  finalTxHash: z.string().nullish(),
  purchaseViewToken: z.string().nullish(),
})

const webhook = z.object({ type: z.string(), purchase })

function reportOf(given: z.infer<typeof purchase>, reference: OrderReference): OrderReport {
  return {
    paymentId: given.id,
    reference,
    state: states[given.status] ?? 'open',
    status: given.status,
    paid: paidIn(given.fiatValue, given.fiatCurrency),
    delivered: {
      wallet: given.receiverAddress ?? null,
      asset: given.asset ? assetOf(given.asset) : null,
      network: null,
    },
    beganAt: momentOf(given.createdAt),
    txHash: given.finalTxHash ?? null,
    queryToken: given.purchaseViewToken ?? null,
  }
}

/** Some symbols already name their chain. */
function assetOf({
  symbol,
  apiV3Symbol,
  chain,
}: NonNullable<z.infer<typeof purchase>['asset']>): string {
  return symbol.startsWith(`${chain}_`) ? symbol : `${chain}_${apiV3Symbol ?? symbol}`
}

function request(account: Account<Credentials>) {
  const baseUrl = baseUrlOf(account, api)
  return vendorRequest({ vendor: 'Ramp Network', baseUrl, headers: {}, fetch: account.fetch })
}

function derOf(text: string): string {
  return createPublicKey(text).export({ type: 'spki', format: 'der' }).toString('base64')
}

function pemOf(key: string): string {
  return `-----BEGIN PUBLIC KEY-----\n${key}\n-----END PUBLIC KEY-----`
}

/** The query of a signed widget URL. The signature covers the raw values, so they are sent unencoded. */
export function signedQuery(
  parameters: Readonly<Record<string, string>>,
  { privateKey, now }: { privateKey: string; now: Date },
): string {
  const pairs = Object.entries(parameters).map(([name, value]) => `${name}=${value}`)
  const text = [...pairs, `timestamp=${now.getTime()}`].join('&')
  const signature = sign(null, Buffer.from(text), createPrivateKey(privateKey)).toString('base64')
  return `${text}&signature=${encodeURIComponent(signature)}`
}
