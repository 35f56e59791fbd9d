import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ProviderService, startProviderService } from '../../test/provider-service.ts'

let service: ProviderService

beforeAll(async () => {
  service = await startProviderService()
})

afterAll(() => service.stop())

const statusOf = async (session: Parameters<ProviderService['load']>[0]) =>
  (await service.load(session))?.status

it('orders are checked with the account that they were made with', async () => {
  const asked = await service.order('coingate')
  const called = await service.order('nowpayments')
  for (const provider of ['coingate', 'nowpayments'] as const) {
    await service.setCredentials(provider, (text) => text.replaceAll('play', 'other'))
    expect((await service.shown(provider))?.account?.next).not.toBeNull()
    await service.letDayPass(provider)
    expect((await service.shown(provider))?.account?.next).toBeNull()
  }
  await service.stands.act('coingate', asked.placed, 'silent')
  await service.askAll(asked.session)
  await service.stands.act('nowpayments', called.placed, 'pay')
  expect([await statusOf(asked.session), await statusOf(called.session)]).toEqual(['paid', 'paid'])
})

it('new orders are not decided by the keys of an account that was replaced', async () => {
  const { placed } = await service.order('mercuryo')
  await service.setCredentials('mercuryo', (text) => text.replaceAll('play', 'other'))
  await service.letDayPass('mercuryo')
  const session = await service.openSession()
  expect((await service.start(session, 'mercuryo')).statusCode).toBe(200)
  placed.reference = session.id
  await service.stands.act('mercuryo', placed, 'pay')
  expect(service.sent.at(-1)?.response.statusCode).toBe(200)
  expect(await statusOf(session)).toBe('pending')
})

it('keys of the same account, which accepts them, replace the earlier ones at once', async () => {
  const before = (await service.shown('banxa'))?.account
  await service.setCredentials('banxa', (text) =>
    JSON.stringify({ ...JSON.parse(text), webhookKey: 'new', webhookSecret: 'new' }),
  )
  const after = (await service.shown('banxa'))?.account
  expect(after).toMatchObject({ next: null })
  expect(after?.fingerprint).not.toBe(before?.fingerprint)
})

it('an account that finds an order of the one in use is the same', async () => {
  const { placed } = await service.order('moonpay')
  await service.stands.act('moonpay', placed, 'pay')
  await service.setCredentials('moonpay', (text) => text.replace('pk_test_play', 'pk_test_new'))
  expect((await service.shown('moonpay'))?.account).toMatchObject({ next: null })
  await service.setCredentials('moonpay', (text) => text.replace('sk_test_play', 'sk_test_new'))
  expect((await service.shown('moonpay'))?.account?.next).not.toBeNull()
})
