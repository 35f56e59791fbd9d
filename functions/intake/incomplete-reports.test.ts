import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { PlayOrder } from '../../infra/local/providers/stand-in.ts'
import { moonpay } from '../../infra/local/providers/stand-ins/moonpay.ts'
import { isUndecided } from '../../shared/merchant/providers/rules/provider-payment.ts'
import type { CheckoutSession } from '../../shared/payments/checkout-sessions/rules/checkout-session.ts'
import { type ProviderService, startProviderService } from '../../test/provider-service.ts'

let service: ProviderService

beforeAll(async () => {
  service = await startProviderService()
})

afterAll(() => service.stop())

const webhookUrl = 'https://pay.example.com/api/providers/moonpay/webhook'

/** Delivers MoonPay's callback about an order without one of its facts. */
async function deliverWithout(placed: PlayOrder, field: string): Promise<number> {
  const place = { webhookUrl, pageOf: () => '', now: new Date() }
  const { data, ...rest } = JSON.parse(moonpay.callback(placed, place).body)
  const { [field]: _, ...left } = data
  const body = JSON.stringify({ ...rest, data: left })
  const key = moonpay.credentials['webhookKey'] ?? ''
  const signature = `t=1,s=${createHmac('sha256', key).update(`1.${body}`).digest('hex')}`
  const headers = { 'content-type': 'application/json', 'Moonpay-Signature-V2': signature }
  return (await service.deliver(webhookUrl, { headers, body })).statusCode
}

async function paidSilently() {
  const { session, placed } = await service.order('moonpay')
  await service.stands.act('moonpay', placed, 'silent')
  return { session, placed }
}

const statusOf = async (session: CheckoutSession) => (await service.load(session))?.status
const reasonsOf = async (session: CheckoutSession) =>
  (await service.payments(session)).filter(isUndecided).map(({ reason }) => reason)

const facts = ['walletAddress', 'currency', 'createdAt', 'baseCurrency', 'feeAmount']

it.each(facts)('a payment without %s is asked about, and then counts', async (field) => {
  const { session, placed } = await paidSilently()
  expect(await deliverWithout(placed, field)).toBe(200)
  expect(await statusOf(session)).toBe('paid')
  expect(await reasonsOf(session)).toEqual([])
})

it('is listed if MoonPay knows nothing of it', async () => {
  const { session, placed } = await paidSilently()
  const { id } = placed
  placed.reference = 'of another'
  expect(await deliverWithout({ ...placed, id, reference: session.id }, 'walletAddress')).toBe(200)
  expect(await statusOf(session)).toBe('pending')
  expect(await reasonsOf(session)).toEqual(['facts_missing'])
})
