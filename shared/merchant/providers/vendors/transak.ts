import * as z from 'zod'
import { parseJson } from '../../../chain/notifiers/parse-json.ts'
import { VendorRefused, vendorRequest } from '../../../chain/notifiers/vendor-request.ts'
import type { OrderReport, ReportedState } from '../rules/order-report.ts'
import {
  type Account,
  baseUrlOf,
  hostedProvider,
  type ProviderCallback,
  type ReadCallback,
} from './hosted-provider.ts'
import { claimsOf, isSignedHs256 } from './jwt.ts'
import { amountText, code, evmAddress, idText, momentOf, paidIn, secret } from './wire-parts.ts'

const api = { live: 'https://api.transak.com', sandbox: 'https://api-stg.transak.com' }
const gateway = {
  live: 'https://api-gateway.transak.com',
  sandbox: 'https://api-gateway-stg.transak.com',
}
const widget = { live: 'https://global.transak.com', sandbox: 'https://global-stg.transak.com' }

const credentials = z.strictObject({
  apiKey: secret,
  apiSecret: secret,
  settlementWallet: evmAddress,
  cryptoCurrency: code,
  network: code,
})
type Credentials = z.infer<typeof credentials>

/**
 * Transak: a widget URL that the server asks for, with an access token that each refresh replaces. Callbacks are tokens
 * signed with that access token. Source: docs.transak.com.
 */
export const transak = hostedProvider<Credentials>({
  name: 'transak',
  credentials,
  settlement: ({ settlementWallet: wallet, cryptoCurrency: asset, network }) => ({
    currency: 'USD',
    delivery: { wallet, asset, network },
  }),

  async start(account, order) {
    const { apiKey, settlementWallet, cryptoCurrency, network } = account.credentials
    const widgetParams = {
      apiKey,
      referrerDomain: new URL(order.returnUrl).hostname,
      productsAvailed: 'BUY',
      fiatCurrency: 'USD',
      fiatAmount: Number(order.amount),
      cryptoCurrencyCode: cryptoCurrency,
      network,
      walletAddress: settlementWallet,
      disableWalletAddressForm: true,
      partnerOrderId: order.sessionId,
      redirectURL: order.returnUrl,
      ...(order.email && { email: order.email }),
    }
    const { data } = await withToken(account, (token) =>
      vendorRequest({
        vendor: 'Transak',
        baseUrl: baseUrlOf(account, gateway),
        headers: { ...headersOf(account, token), 'x-user-ip': order.viewerAddress },
        fetch: account.fetch,
      })('POST /api/v2/auth/session', createdSession, { widgetParams }),
    )
    return { url: data.widgetUrl, vendorId: null }
  },

  async verify({ tokens }, callback) {
    const token = tokenIn(callback)
    const keys = await tokens.read()
    return token && keys.some((key) => isSignedHs256(token, key)) ? 'signed' : 'forged'
  },

  read(callback): ReadCallback {
    const parsed = claims.safeParse(claimsOf(tokenIn(callback) ?? ''))
    if (!parsed.success) return { kind: 'malformed', reason: z.prettifyError(parsed.error) }
    const report = reportOf(parsed.data.webhookData)
    const eventId = `${report.paymentId}:${report.status}`
    return { kind: 'order', eventId, reference: report.reference, report }
  },

  accountFields: ['apiKey'],
  isQueryOwn: false,
  isAskedFirst: false,

  async requery(account, { sessionId }) {
    const reports: OrderReport[] = []
    for (const status of askedStatuses) {
      const named = { 'filter[partnerOrderId]': sessionId, 'filter[status]': status, limit: '20' }
      const { data } = await withToken(account, (token) =>
        partnerRequest(account, token)(
          `GET /partners/api/v2/orders?${new URLSearchParams(named)}`,
          orders,
        ),
      )
      reports.push(...data.map(reportOf))
    }
    return reports
  },

  async check(account) {
    const [newest] = await account.tokens.read()
    await account.tokens.renew(newest, () => newToken(account))
  },

  frame: {
    allow: 'camera; microphone; payment',
    hosts: (account) => [baseUrlOf(account, widget)],
  },
})

const states: Readonly<Record<string, ReportedState>> = {
  COMPLETED: 'paid',
  CANCELLED: 'failed',
  FAILED: 'failed',
  EXPIRED: 'failed',
  REFUNDED: 'refunded',
}

/** Transak lists the orders of one status, the completed ones by default. These move money; the refunds decide last. */
const askedStatuses = ['COMPLETED', 'REFUNDED']

/** `id` in callbacks, `_id` in responses. `fiatAmount` includes Transak's fees. */
const order = z.object({
  id: idText.optional(),
  _id: idText.optional(),
  status: z.string(),
  fiatCurrency: z.string().nullish(),
  fiatAmount: amountText.nullish(),
  cryptoCurrency: z.string().nullish(),
  network: z.string().nullish(),
  walletAddress: z.string().nullish(),
  partnerOrderId: z.string(),
  isBuyOrSell: z.string(),
  transactionHash: z.string().nullish(),
  createdAt: z.string().nullish(),
})

const claims = z.object({ webhookData: order })
const orders = z.object({ data: z.array(order) })
const createdSession = z.object({ data: z.object({ widgetUrl: z.url() }) })
const issuedToken = z.object({ data: z.object({ accessToken: z.string().min(1) }) })
const envelope = z.object({ data: z.unknown(), webhookData: z.unknown() }).partial()

function reportOf(given: z.infer<typeof order>): OrderReport {
  const isPurchase = given.isBuyOrSell === 'BUY'
  return {
    paymentId: given.id ?? given._id ?? '',
    reference: { by: 'session', id: given.partnerOrderId },
    state: isPurchase ? (states[given.status] ?? 'open') : 'open',
    status: given.status,
    paid: paidIn(given.fiatAmount, given.fiatCurrency),
    delivered: {
      wallet: given.walletAddress ?? null,
      asset: given.cryptoCurrency ?? null,
      network: given.network ?? null,
    },
    beganAt: momentOf(given.createdAt),
    txHash: given.transactionHash ?? null,
    queryToken: null,
  }
}

/** Documented in `data`; the field of the same name inside the token is accepted in its place. */
function tokenIn({ rawBody }: Pick<ProviderCallback, 'rawBody'>): string | undefined {
  const body = envelope.safeParse(parseJson(rawBody)).data
  return [body?.data, body?.webhookData].find((field) => typeof field === 'string')
}

function headersOf({ credentials: { apiKey } }: Account<Credentials>, token: string) {
  return { 'access-token': token, 'x-api-key': apiKey }
}

function partnerRequest(account: Account<Credentials>, token: string) {
  return vendorRequest({
    vendor: 'Transak',
    baseUrl: baseUrlOf(account, api),
    headers: headersOf(account, token),
    fetch: account.fetch,
  })
}

/** Each new token voids the one before it, so all functions share one, and renew it only once it is refused. */
async function withToken<Result>(
  account: Account<Credentials>,
  run: (token: string) => Promise<Result>,
): Promise<Result> {
  const { tokens } = account
  const [newest] = await tokens.read()
  const token = newest ?? (await tokens.renew(undefined, () => newToken(account)))
  try {
    return await run(token)
  } catch (error) {
    if (!(error instanceof VendorRefused)) throw error
    return await run(await tokens.renew(token, () => newToken(account)))
  }
}

async function newToken({ credentials: { apiKey, apiSecret }, ...account }: Account<Credentials>) {
  const request = vendorRequest({
    vendor: 'Transak',
    baseUrl: baseUrlOf(account, api),
    headers: { 'api-secret': apiSecret, 'x-api-key': apiKey },
    fetch: account.fetch,
  })
  const { data } = await request('POST /partners/api/v2/refresh-token', issuedToken, { apiKey })
  return data.accessToken
}
