import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  type ProviderName,
  providerNames,
} from '../../shared/records/integrations/rules/provider-name.ts'
import { logLines } from '../../test/log-lines.ts'
import { type ProviderService, startProviderService } from '../../test/provider-service.ts'

let service: ProviderService

beforeAll(async () => {
  service = await startProviderService()
})

afterAll(() => service.stop())

const urlOf = (provider: ProviderName) =>
  `https://pay.example.com/api/providers/${provider}/webhook`

const json = { 'content-type': 'application/json' }

it.each(providerNames)('%s refuses 200 KB of nested JSON', async (provider) => {
  for (const body of ['['.repeat(100_000) + ']'.repeat(100_000), `${'{"a":'.repeat(40_000)}1`]) {
    const { statusCode } = await service.deliver(urlOf(provider), { headers: json, body })
    expect([400, 401]).toContain(statusCode)
  }
})

describe('keys of one mode', () => {
  it.each(['nowpayments', 'coingate'] as const)(
    'that are lost leave the callbacks of %s to the other',
    async (provider) => {
      const written = logLines()
      await service.breakLiveAccount(provider)
      const { session, placed } = await service.order(provider)
      await service.stands.act(provider, placed, 'pay')
      expect(service.sent.at(-1)?.response.statusCode).toBe(200)
      expect((await service.load(session))?.status).toBe('paid')
      expect(written.text()).toContain('account of a provider not usable')
    },
  )

  it('accept nothing that no other key has signed, so that the provider repeats it', async () => {
    await service.breakLiveAccount('coinbase-commerce')
    const { statusCode } = await service.deliver(urlOf('coinbase-commerce'), {
      headers: json,
      body: '{}',
    })
    expect(statusCode).toBe(500)
  })
})

describe('a callback with a wrong signature', () => {
  const forged = { headers: { ...json, 'Moonpay-Signature-V2': 't=1,s=00' }, body: '{}' }
  const forge = () => service.deliver(urlOf('moonpay'), forged)

  beforeEach(() => service.setCredentials('moonpay', (text) => text))

  it('is counted, and changes nothing else while no order is open or others are valid', async () => {
    expect((await forge()).statusCode).toBe(401)
    const none = await service.shown('moonpay')
    expect(none).toMatchObject({ signaturesMismatch: false, lastProblem: null })
    const before = none?.forgedCallbacks ?? 0
    expect(before).toBeGreaterThan(0)
    const { placed } = await service.order('moonpay')
    await service.stands.act('moonpay', placed, 'pay')
    await service.order('moonpay')
    await expect
      .poll(async () => {
        await forge()
        return (await service.shown('moonpay'))?.forgedCallbacks
      })
      .toBeGreaterThan(before)
    const beside = await service.shown('moonpay')
    expect(beside).toMatchObject({ signaturesMismatch: false, lastProblem: null })
  })

  it('shows that no signature matches while an order is open, and has the provider asked', async () => {
    const { session, placed } = await service.order('mercuryo')
    await service.setCredentials('mercuryo', (text) => text.replace('play-sign', 'wrong-sign'))
    const isShown = async () => (await service.shown('mercuryo'))?.signaturesMismatch
    expect(await isShown()).toBe(false)
    // One of a second is enough: others of the same second count as the same.
    const isNoticed = async () => {
      await service.stands.act('mercuryo', placed, 'pay')
      expect(service.sent.at(-1)?.response.statusCode).toBe(401)
      return isShown()
    }
    await expect.poll(isNoticed).toBe(true)
    expect((await service.load(session))?.status).toBe('pending')
    await service.ask()
    expect((await service.load(session))?.status).toBe('paid')
    await service.setCredentials('mercuryo', (text) => text)
    expect(await isShown()).toBe(false)
  })
})
