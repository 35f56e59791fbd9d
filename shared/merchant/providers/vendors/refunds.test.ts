import { createServer } from 'node:http'
import { expect, it } from 'vitest'
import { anAccount } from '../../../../test/provider-accounts.ts'
import { listening } from '../../../../test/send-fixture.ts'
import { hostedProviders } from './hosted-providers.ts'

/** A provider that responds with what `respond` returns. */
async function providerOf(respond: (url: URL) => object): Promise<string> {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1')
    response.end(JSON.stringify(respond(url)))
  })
  return `http://127.0.0.1:${await listening(server)}`
}

const order = {
  id: 'po_1',
  sessionId: 'cs_1',
  vendorId: 'v_1',
  paymentId: 'v_1',
  queryToken: null,
  startedAt: new Date(0),
}

it('Transak is asked for refunds, which it lists only by their status', async () => {
  const refunded = {
    _id: 't_1',
    status: 'REFUNDED',
    isBuyOrSell: 'BUY',
    partnerOrderId: 'cs_1',
    fiatCurrency: 'USD',
    fiatAmount: 25,
    cryptoCurrency: 'USDC',
    network: 'base',
    walletAddress: '0x000000000000000000000000000000000000dEaD',
  }
  const host = await providerOf(({ searchParams }) => {
    const status = searchParams.get('filter[status]') ?? 'COMPLETED'
    return { data: [refunded].filter((each) => each.status === status) }
  })
  const account = anAccount('transak', {}, { host, tokens: ['token'] })
  const reports = await hostedProviders.transak.requery(account, order)
  expect(reports).toMatchObject([{ paymentId: 't_1', state: 'refunded' }])
})

it.each([
  ['REFUNDED', 'refunded'],
  ['PARTIALLY_REFUNDED', 'partly_refunded'],
])('a checkout of Coinbase that is %s', async (status, state) => {
  const host = await providerOf(() => ({ id: 'v_1', status, amount: '25', currency: 'USDC' }))
  const account = anAccount('coinbase-commerce', {}, { host })
  const reports = await hostedProviders['coinbase-commerce'].requery(account, order)
  expect(reports).toMatchObject([{ paymentId: 'v_1', state }])
})

it('a callback of Coinbase about a refund names its checkout', () => {
  const body = { id: 'refund_1', checkoutId: 'v_1', eventType: 'checkout.refund.success' }
  const rawBody = Buffer.from(JSON.stringify(body))
  const given = { rawBody, headers: {}, query: {}, path: '' }
  expect(hostedProviders['coinbase-commerce'].read(given)).toMatchObject({
    reference: { by: 'vendor', id: 'v_1' },
  })
})

it.each(['REFUNDED', 'PENDING REFUND'])('a charge of Coinbase that is %s', async (status) => {
  const timeline = [
    { status: 'COMPLETED', time: '' },
    { status, time: '' },
  ]
  const pricing = { local: { amount: '25', currency: 'USD' } }
  const host = await providerOf(() => ({ data: { id: 'v_1', pricing, timeline } }))
  const account = anAccount('coinbase-commerce', { apiKey: 'k', webhookSecret: 's' }, { host })
  const reports = await hostedProviders['coinbase-commerce'].requery(account, order)
  expect(reports).toMatchObject([{ state: 'refunded' }])
})
