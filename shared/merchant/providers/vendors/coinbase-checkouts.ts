import { createHmac, createPrivateKey, type KeyObject } from 'node:crypto'
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
import { signJwt } from './jwt.ts'
import { isSameBytes } from './same-bytes.ts'
import { amountText, credentialsError, idText, pem, secret } from './wire-parts.ts'

const api = {
  live: 'https://business.coinbase.com/api/v1',
  sandbox: 'https://business.coinbase.com/sandbox/api/v1',
}

export const checkoutCredentials = z.strictObject({
  keyId: secret,
  keySecret: pem.refine((text) => keyOf(text) !== undefined, {
    error: credentialsError('no_coinbase_key'),
  }),
  webhookSecret: secret,
})
type Credentials = z.infer<typeof checkoutCredentials>

export async function startCheckout(
  account: Account<Credentials>,
  { amount, sessionId, title, returnUrl }: NewOrder,
): Promise<StartedOrder> {
  const checkout = await request(account, 'POST /checkouts', createdCheckout, {
    amount,
    currency: 'USDC',
    network: 'base',
    description: title.slice(0, 200),
    expiresAt: new Date(account.now().getTime() + 3_600_000).toISOString(),
    successRedirectUrl: returnUrl,
    failRedirectUrl: returnUrl,
    metadata: { session_id: sessionId },
  })
  return { url: checkout.url, vendorId: checkout.id }
}

const maxAgeSeconds = 300

/** `v0` signs time and body, `v1` the headers that it names as well. */
export function isSignedCheckout(
  webhookSecret: string,
  { rawBody, headers }: Pick<ProviderCallback, 'rawBody' | 'headers'>,
  now: Date,
): boolean {
  const parts = new Map(
    headerOf(headers, 'x-hook0-signature')
      .split(',')
      .map((part) => [part.slice(0, part.indexOf('=')), part.slice(part.indexOf('=') + 1)]),
  )
  const time = parts.get('t') ?? ''
  if (!(Math.abs(now.getTime() / 1000 - Number(time)) <= maxAgeSeconds)) return false
  const names = parts.get('h') ?? ''
  const values = names.split(' ').map((name) => headerOf(headers, name.toLowerCase()))
  const isSigned = (version: string, prefix: string) => {
    const expected = createHmac('sha256', webhookSecret).update(prefix).update(rawBody).digest()
    return isSameBytes(expected, Buffer.from(parts.get(version) ?? '', 'hex'))
  }
  return isSigned('v0', `${time}.`) || isSigned('v1', `${time}.${names}.${values.join('.')}.`)
}

export function readCheckoutEvent({ rawBody }: Pick<ProviderCallback, 'rawBody'>): ReadCallback {
  const parsed = webhook.safeParse(parseJson(rawBody))
  if (!parsed.success) return { kind: 'malformed', reason: z.prettifyError(parsed.error) }
  const { id, checkoutId, eventType } = parsed.data
  return {
    kind: 'order',
    eventId: `${id}:${eventType}`,
    reference: { by: 'vendor', id: checkoutId ?? id },
    report: null,
  }
}

export async function findCheckout(
  account: Account<Credentials>,
  checkoutId: string,
): Promise<OrderReport> {
  const route = `GET /checkouts/${encodeURIComponent(checkoutId)}`
  return reportOf(await request(account, route, foundCheckout))
}

export async function checkCheckoutKey(account: Account<Credentials>): Promise<void> {
  await request(account, 'GET /checkouts', z.unknown())
}

const states: Readonly<Record<string, ReportedState>> = {
  COMPLETED: 'paid',
  EXPIRED: 'failed',
  FAILED: 'failed',
  DEACTIVATED: 'failed',
  REFUNDED: 'refunded',
  PARTIALLY_REFUNDED: 'partly_refunded',
}

/** For a refund, `id` may be the refund's. */
const webhook = z.object({ id: idText, checkoutId: idText.nullish(), eventType: z.string() })
const createdCheckout = z.object({ id: idText, url: z.url() })
const foundCheckout = z.object({
  id: idText,
  status: z.string(),
  amount: amountText,
  currency: z.string(),
  metadata: z.object({ session_id: z.string().optional() }).nullish(),
  transactionHash: z.string().nullish(),
})

function reportOf(given: z.infer<typeof foundCheckout>): OrderReport {
  return {
    paymentId: given.id,
    reference: { by: 'session', id: given.metadata?.session_id ?? '' },
    state: states[given.status] ?? 'open',
    status: given.status,
    paid: { amount: given.amount, currency: given.currency },
    delivered: notDelivered,
    beganAt: null,
    txHash: given.transactionHash ?? null,
    queryToken: null,
  }
}

function request<Output>(
  account: Account<Credentials>,
  route: string,
  ...[schema, body]: [z.ZodType<Output>, unknown?]
): Promise<Output> {
  const { keyId, keySecret } = account.credentials
  const baseUrl = baseUrlOf(account, api)
  const [method = '', path = ''] = route.split(' ')
  const { host, pathname } = new URL(`${baseUrl}${path}`)
  const nonce = Buffer.from(account.randomBytes(16)).toString('hex')
  const call = { uri: `${method} ${host}${pathname}`, nonce, now: account.now() }
  const headers = { Authorization: `Bearer ${bearerToken({ keyId, keySecret }, call)}` }
  const options = { vendor: 'Coinbase', baseUrl, headers, fetch: account.fetch }
  return vendorRequest({
    ...options,
    // Only creating one is not repeatable by nature.
    ...(method === 'POST' && { headers: { ...headers, 'X-Idempotency-Key': uuidOf(account) } }),
  })(route, schema, body)
}

/** A random UUID of version 4. */
function uuidOf({ randomBytes }: Pick<Account, 'randomBytes'>): string {
  const bytes = Buffer.from(randomBytes(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

type Call = { uri: string; nonce: string; now: Date }

/** The token of one call. Valid for two minutes, and for its method and path only. */
export function bearerToken(
  { keyId, keySecret }: Pick<Credentials, 'keyId' | 'keySecret'>,
  { uri, nonce, now }: Call,
): string {
  const key = keyOf(keySecret)
  if (!key) throw new Error('the key of Coinbase is neither PEM nor base64')
  const nbf = Math.floor(now.getTime() / 1000)
  const claims = { sub: keyId, iss: 'cdp', aud: ['cdp_service'], nbf, exp: nbf + 120 }
  const header = { typ: 'JWT', kid: keyId, nonce }
  return signJwt({ header, claims: { ...claims, uri, uris: [uri] } }, key)
}

/** A PEM, or the seed and the public key of an Ed25519 key in base64. Undefined for anything else. */
function keyOf(keySecret: string): KeyObject | undefined {
  try {
    if (keySecret.includes('-----BEGIN')) {
      const key = createPrivateKey(keySecret.replaceAll('\\n', '\n'))
      const isCurve = key.asymmetricKeyDetails?.namedCurve === 'prime256v1'
      return isCurve || key.asymmetricKeyType === 'ed25519' ? key : undefined
    }
    const bytes = Buffer.from(keySecret, 'base64')
    if (bytes.length !== 64) return undefined
    const [d, x] = [0, 32].map((from) => bytes.subarray(from, from + 32).toString('base64url'))
    if (!d || !x) return undefined
    return createPrivateKey({ key: { kty: 'OKP', crv: 'Ed25519', d, x }, format: 'jwk' })
  } catch {
    return undefined
  }
}
