import { createHmac } from 'node:crypto'
import * as z from 'zod'
import { headerOf } from '../../../chain/notifiers/header.ts'
import { parseJson } from '../../../chain/notifiers/parse-json.ts'
import { VendorFailed, vendorRequest } from '../../../chain/notifiers/vendor-request.ts'
import { sumOf } from '../rules/fiat-units.ts'
import type { OrderReport, ReportedState } from '../rules/order-report.ts'
import { type Account, baseUrlOf, hostedProvider, type ReadCallback } from './hosted-provider.ts'
import { isSameBytes } from './same-bytes.ts'
import { amountText, code, evmAddress, idText, momentOf, secret } from './wire-parts.ts'

const widget = { live: 'https://buy.moonpay.com', sandbox: 'https://buy-sandbox.moonpay.com' }
/** The prefix of the key selects live or sandbox. */
const api = { live: 'https://api.moonpay.com', sandbox: 'https://api.moonpay.com' }

const credentials = z.strictObject({
  publishableKey: secret,
  secretKey: secret,
  webhookKey: secret,
  settlementWallet: evmAddress,
  /** In lower case, such as `usdc` or `usdc_base`. */
  currencyCode: code.transform((text) => text.toLowerCase()),
})
type Credentials = z.infer<typeof credentials>

/** MoonPay: a signed widget URL, and webhooks signed with a key of their own. Source: dev.moonpay.com. */
export const moonpay = hostedProvider<Credentials>({
  name: 'moonpay',
  credentials,
  settlement: ({ settlementWallet: wallet, currencyCode: asset }) => ({
    currency: 'USD',
    delivery: { wallet, asset, network: null },
  }),

  async start(account, { amount, sessionId, email, returnUrl }) {
    const { publishableKey, secretKey, currencyCode, settlementWallet } = account.credentials
    const url = new URL(baseUrlOf(account, widget))
    const parameters = {
      apiKey: publishableKey,
      currencyCode,
      walletAddress: settlementWallet,
      baseCurrencyCode: 'usd',
      baseCurrencyAmount: amount,
      lockAmount: 'true',
      externalTransactionId: sessionId,
      redirectURL: returnUrl,
      ...(email && { email }),
    }
    for (const [name, value] of Object.entries(parameters)) url.searchParams.append(name, value)
    return { url: signedUrl(url, secretKey), vendorId: null }
  },

  /** A repeated delivery may keep its first timestamp, so its age proves nothing: repetitions are found by their id. */
  async verify({ credentials: { webhookKey } }, { rawBody, headers }) {
    const parts = headerOf(headers, 'moonpay-signature-v2').split(',')
    const partOf = (name: string) =>
      parts.find((part) => part.startsWith(`${name}=`))?.slice(name.length + 1) ?? ''
    const signed = createHmac('sha256', webhookKey)
      .update(`${partOf('t')}.`)
      .update(rawBody)
    const isSigned = isSameBytes(signed.digest(), Buffer.from(partOf('s'), 'hex'))
    return isSigned ? 'signed' : 'forged'
  },

  read({ rawBody }): ReadCallback {
    const parsed = webhook.safeParse(parseJson(rawBody))
    if (!parsed.success) return { kind: 'malformed', reason: z.prettifyError(parsed.error) }
    const report = reportOf(parsed.data.data)
    const eventId = `${report.paymentId}:${report.status}`
    return { kind: 'order', eventId, reference: report.reference, report }
  },

  accountFields: ['publishableKey', 'secretKey'],
  isQueryOwn: true,
  isAskedFirst: false,

  /** Several attempts to pay can share our reference. */
  async requery(account, { sessionId }) {
    const path = `/v1/transactions/ext/${encodeURIComponent(sessionId)}`
    return (await request(account)(`GET ${path}`, transactions)).map(reportOf)
  },

  /** Nobody has a transaction of this name, which is a 404 or an empty list. */
  async check(account) {
    const asked = request(account)('GET /v1/transactions/ext/check', z.unknown())
    await asked.catch((error: unknown) => {
      if (!(error instanceof VendorFailed && error.status === 404)) throw error
    })
  },

  modeSigns({ publishableKey, secretKey, webhookKey }) {
    const keys = { publishableKey, secretKey, webhookKey }
    return Object.entries(keys).flatMap(([field, key]) => {
      const mode = /^[psw]k_(live|test)_/.exec(key)?.[1]
      return mode === 'live' || mode === 'test' ? [{ field, mode }] : []
    })
  },

  frame: {
    allow: 'accelerometer; autoplay; camera; encrypted-media; gyroscope; payment',
    hosts: (account) => [baseUrlOf(account, widget)],
  },
})

const states: Readonly<Record<string, ReportedState>> = { completed: 'paid', failed: 'failed' }

const currency = z.object({ code: z.string() })

const transaction = z.object({
  id: idText,
  status: z.string(),
  baseCurrencyAmount: amountText.nullish(),
  feeAmount: amountText.nullish(),
  extraFeeAmount: amountText.nullish(),
  networkFeeAmount: amountText.nullish(),
  walletAddress: z.string().nullish(),
  cryptoTransactionId: z.string().nullish(),
  externalTransactionId: z.string(),
  createdAt: z.string().nullish(),
  baseCurrency: currency.nullish(),
  currency: currency.nullish(),
})

const webhook = z.object({ data: transaction })

/** Documented as a list; a wrapped list and a single transaction were seen as well. */
const transactions = z.union([
  z.array(transaction),
  z.object({ transactions: z.array(transaction) }).transform((body) => body.transactions),
  transaction.transform((one) => [one]),
])

function reportOf(given: z.infer<typeof transaction>): OrderReport {
  return {
    paymentId: given.id,
    reference: { by: 'session', id: given.externalTransactionId },
    state: states[given.status] ?? 'open',
    status: given.status,
    paid: paidIn(given),
    delivered: {
      wallet: given.walletAddress ?? null,
      asset: given.currency?.code ?? null,
      network: null,
    },
    beganAt: momentOf(given.createdAt),
    txHash: given.cryptoTransactionId ?? null,
    queryToken: null,
  }
}

/** `baseCurrencyAmount` is without fees, which the customer pays on top. Null if a part or the currency is missing. */
function paidIn(given: z.infer<typeof transaction>): OrderReport['paid'] {
  const { baseCurrencyAmount, feeAmount, extraFeeAmount, networkFeeAmount, baseCurrency } = given
  const parts = [baseCurrencyAmount, feeAmount, extraFeeAmount, networkFeeAmount]
  const amount = sumOf(parts.map((part) => part ?? ''))
  return baseCurrency && amount !== undefined ? { amount, currency: baseCurrency.code } : null
}

function request(account: Account<Credentials>) {
  return vendorRequest({
    vendor: 'MoonPay',
    baseUrl: baseUrlOf(account, api),
    headers: { Authorization: `Api-Key ${account.credentials.secretKey}` },
    fetch: account.fetch,
  })
}

/** The URL with its signature as the last parameter. It covers the query as it is sent, with its question mark. */
export function signedUrl(url: URL, secretKey: string): string {
  const signature = createHmac('sha256', secretKey).update(url.search).digest('base64')
  return `${url.href}&signature=${encodeURIComponent(signature)}`
}
