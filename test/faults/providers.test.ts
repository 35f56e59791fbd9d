import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { CheckoutSession } from '../../shared/payments/checkout-sessions/rules/checkout-session.ts'
import {
  type ProviderName,
  providerNames,
} from '../../shared/records/integrations/rules/provider-name.ts'
import { type ProviderService, startProviderService } from '../provider-service.ts'

let service: ProviderService

beforeAll(async () => {
  service = await startProviderService()
})
afterEach(() => {
  service.skew(0)
  for (const provider of providerNames) service.stands.disturb(provider, undefined)
})
afterAll(() => service.stop())

const statusOf = async (session: CheckoutSession) => (await service.load(session))?.status

/** The response to the latest callback. */
const lastResponse = () => service.sent.at(-1)?.response.statusCode

/** The customer pays; the provider sends its callback, and responds when it is asked. */
async function paid(provider: ProviderName) {
  const order = await service.order(provider)
  await service.stands.act(provider, order.placed, 'pay')
  return order
}

/** They make an order by a request. */
const requested: readonly ProviderName[] = providerNames.filter(
  (name) => !['ramp', 'moonpay', 'mercuryo'].includes(name),
)

describe.each(providerNames)('%s', (provider) => {
  it('whose API fails while its callback arrives loses no payment', async () => {
    const { session, placed } = await service.order(provider)
    service.stands.disturb(provider, 'fails')
    await service.stands.act(provider, placed, 'pay')
    expect(lastResponse()).toBe(200)
    service.stands.disturb(provider, undefined)
    await service.askAll(session)
    expect(await statusOf(session)).toBe('paid')
  })

  it('that is slow is waited for', async () => {
    service.stands.disturb(provider, 'slow')
    const { session } = await paid(provider)
    expect(await statusOf(session)).toBe('paid')
  })

  it.each([-4, 4, 6])(
    'whose clock is %d minutes off when it calls is believed',
    async (minutes) => {
      const { session, placed } = await service.order(provider)
      service.skew(minutes * 60_000)
      await service.stands.act(provider, placed, 'pay')
      // One refuses what is older than five minutes, and is asked later.
      service.skew(0)
      await service.askAll(session)
      expect(await statusOf(session)).toBe('paid')
    },
  )
})

it.each(requested)(
  '%s, if its API fails, starts no order and changes nothing',
  async (provider) => {
    const session = await service.openSession()
    service.stands.disturb(provider, 'fails')
    const { statusCode, headers } = await service.start(session, provider)
    expect([statusCode, headers?.['Retry-After']]).toEqual([504, '60'])
    expect((await service.load(session))?.provider).toBeNull()
  },
)
