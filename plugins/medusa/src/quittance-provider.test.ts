import { expect, it } from 'vitest'
import { signWebhook } from '../../../shared/merchant/webhooks/sending/sign.ts'
import { QuittanceProvider } from './quittance-provider.ts'

const webhookSecret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'

const amount = { base: '27000000', formatted: '27', decimals: 6, wei: '', eth: '' }
const session = {
  id: 'cs_1',
  status: 'paid',
  asset: 'USDC',
  livemode: false,
  amount,
  amountReceived: amount,
  metadata: { order: 'payses_1' },
  fiat: { amount: '24.99', currency: 'EUR' },
  checkoutUrl: 'https://pay.example/cs_1',
}
const data = { id: 'cs_1', session_id: 'payses_1', amount: '24.99', currency: 'EUR' }

/** A provider for an instance that has this session only, and what it has logged and sent. */
function providerWith(stored: object | undefined) {
  const logged: string[] = []
  const sent: string[] = []
  const fetch = async (url: string | URL | Request, { method }: RequestInit = {}) => {
    sent.push(`${method} ${new URL(`${url}`).pathname}`)
    if (stored) return Response.json(stored)
    const error = { type: 'not_found', code: 'resource_not_found', message: 'There is no cs_1.' }
    return Response.json({ error }, { status: 404 })
  }
  const logger = { warn: (message: string) => void logged.push(message) }
  const options = {
    apiKey: 'ck_test_a',
    baseUrl: 'https://pay.example',
    webhookSecret,
    fetch,
    successUrl: 'https://shop.example/thanks',
    cancelUrl: 'https://shop.example/cart',
  }
  return { provider: new QuittanceProvider({ logger }, options), logged, sent }
}

function payload(event: object, secret = webhookSecret, at = new Date()) {
  const rawData = Buffer.from(JSON.stringify({ id: 'evt_1', data: session, ...event }))
  const signed = signWebhook({ eventId: 'evt_1', body: String(rawData), at }, [secret])
  const headers = Object.entries(signed).map(([name, value]) => [name.toLowerCase(), value])
  return { rawData, headers: Object.fromEntries(headers), data: {} }
}

it.each([
  ['pending', 'pending'],
  ['detected', 'pending'],
  ['paid', 'captured'],
  ['paid_late', 'captured'],
  ['overpaid', 'captured'],
  ['underpaid', 'requires_more'],
  ['expired', 'canceled'],
  ['failed', 'canceled'],
])('a webhook for a session that is %s by now means %s', async (status, action) => {
  const { provider } = providerWith({ ...session, status })
  expect(await provider.getWebhookActionAndData(payload({}))).toMatchObject({
    action,
    data: { session_id: 'payses_1', amount: '24.99' },
  })
})

it('goes by the API, not by what the webhook says, even after a day in a queue', async () => {
  const { provider } = providerWith({ ...session, status: 'expired' })
  const hoursAgo = new Date(Date.now() - 23 * 3600 * 1000)
  const result = await provider.getWebhookActionAndData(payload({}, webhookSecret, hoursAgo))
  expect(result.action).toBe('canceled')
})

it('shows money that did not count to a person, and leaves the payment alone', async () => {
  const deposit = { asset: 'ETH', amount: { formatted: '1' }, reason: 'other_asset' }
  const { provider } = providerWith(session)
  const result = await provider.getWebhookActionAndData(payload({ data: { ...session, deposit } }))
  expect(result).toMatchObject({
    action: 'not_supported',
    data: { attention: { title: 'Unmatched payment', eventId: 'evt_1' } },
  })
})

it('ignores what has another signature, and says so', async () => {
  const { provider, logged, sent } = providerWith(session)
  const forged = payload({}, 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD')
  expect(await provider.getWebhookActionAndData(forged)).toEqual({ action: 'not_supported' })
  expect(logged).toEqual([expect.stringContaining('No signature is valid')])
  expect(sent).toEqual([])
})

it('ignores sessions that something else created, and test events', async () => {
  const ignored = { action: 'not_supported' }
  const other = providerWith({ ...session, metadata: { order: '1002' } })
  expect(await other.provider.getWebhookActionAndData(payload({}))).toEqual(ignored)
  const synthetic = payload({ data: { ...session, synthetic: true } })
  expect(await providerWith(session).provider.getWebhookActionAndData(synthetic)).toEqual(ignored)
})

it('fails if the key is of another mode or instance, so that the webhook is not lost', async () => {
  const { provider } = providerWith(undefined)
  await expect(provider.getWebhookActionAndData(payload({}))).rejects.toThrow('There is no cs_1.')
})

it.each([
  ['pending', 'pending'],
  ['detected', 'pending_authorization'],
  ['underpaid', 'pending_authorization'],
  ['overpaid', 'captured'],
  ['expired', 'canceled'],
])('authorizes a session that is %s as %s', async (status, authorized) => {
  const { provider } = providerWith({ ...session, status })
  expect(await provider.authorizePayment({ data })).toMatchObject({ status: authorized })
})

it.each([{ session_id: 'payses_2' }, { amount: '25.00' }, { currency: 'USD' }])(
  'refuses a session that belongs to another payment: %o',
  async (other) => {
    const { provider } = providerWith(session)
    await expect(provider.authorizePayment({ data: { ...data, ...other } })).rejects.toThrow(
      /^cs_1 does not belong to payment session/,
    )
  },
)

it('starts no payment at another price than that of the money that is there', async () => {
  const { provider } = providerWith({ data: [session], hasMore: false, nextCursor: null })
  const start = (amount: string) => provider.initiatePayment({ data, amount, currency_code: 'eur' })
  expect(await start('24.99')).toMatchObject({ id: 'cs_1' })
  await expect(start('30')).rejects.toThrow('cs_1 is paid at another price: 24.99.')
})

it('expires what is pending when Medusa cancels or deletes it', async () => {
  const { provider, sent } = providerWith({ ...session, status: 'pending' })
  await provider.deletePayment({ data })
  await provider.cancelPayment({ data })
  expect(sent.filter((one) => one.endsWith('/expire'))).toHaveLength(2)
})

it('keeps what was paid: it refuses to delete it, and cancels nothing on the chain', async () => {
  const { provider, sent } = providerWith(session)
  await expect(provider.deletePayment({ data })).rejects.toThrow('cs_1 is paid: complete the cart')
  await provider.cancelPayment({ data })
  expect(sent).toEqual(['GET /api/v1/checkout_sessions/cs_1', 'GET /api/v1/checkout_sessions/cs_1'])
})

it('captures nothing that is not paid', async () => {
  const { provider } = providerWith({ ...session, status: 'underpaid' })
  await expect(provider.capturePayment({ data })).rejects.toThrow('cs_1 is underpaid')
})

it('names the options that are missing', () => {
  expect(() => QuittanceProvider.validateOptions({ apiKey: 'ck_test_a', baseUrl: '' })).toThrow(
    'needs baseUrl, webhookSecret, successUrl, cancelUrl in medusa-config',
  )
})
