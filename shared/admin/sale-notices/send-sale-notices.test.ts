import { describe, expect, it } from 'vitest'
import { aPaymentLink } from '../../../test/factories.ts'
import { noticeFixture } from '../../../test/notice-fixture.ts'
import { runAsOperator } from '../../../test/run-as-operator.ts'
import { transact } from '../../kernel/store/transact.ts'
import { paymentLinkCreation } from '../../records/payment-links/store/payment-links.ts'
import { changeNoticeDestination } from './change-notice-destination.ts'
import { removeNoticeDestination } from './remove-notice-destination.ts'
import { chatKinds, destinationKinds } from './rules/notice-destination.ts'
import { changeOwned, listDestinations } from './store/notice-destinations.ts'
import { testNoticeDestination } from './test-notice-destination.ts'

const deposit = {
  chainId: 31337,
  asset: 'USDC',
  amount: { base: '5000000', formatted: '5', decimals: 6 },
}

it('sends everything that counts or does not, once, in the order in which it happened', async () => {
  const fixture = await noticeFixture()
  await fixture.add('slack')
  await fixture.sell()
  fixture.pass(1)
  for (const type of ['session.detected', 'session.expired', 'refund.created'] as const) {
    await fixture.sell({ type })
  }
  for (const type of ['paid_late', 'overpaid', 'underpaid'] as const) {
    fixture.pass(1)
    await fixture.sell({ type: `session.${type}` })
  }
  fixture.pass(1)
  await fixture.sell({ type: 'session.unmatched_deposit', deposit })
  expect([await fixture.run(), await fixture.run()]).toEqual([5, 0])
  const texts = fixture.chats.sentTo('slack').map(({ text }) => text)
  expect(texts.map((text) => text.split('\n')[0])).toEqual([
    'Test: Paid: 25.00 USD',
    'Test: Paid late: 25.00 USD',
    'Test: Overpaid: 25.00 USD',
    'Test: Underpaid: 25.00 USD',
    'Test: Unmatched money: 5 USDC',
  ])
  expect(texts[0]).toBe(
    [
      'Test: Paid: 25.00 USD',
      'Received: 0.000000000001 ETH on Local test chain',
      'Order: 1001',
      'https://pay.example.com/dashboard/test/payments/cs_01JD8Z3K000000000000000000',
    ].join('\n'),
  )
  expect(texts[4]).toContain('Received: 5 USDC on Local test chain (Payment: 25.00 USD)')
})

it('names the payment link, the provider, and the email only if that was chosen', async () => {
  const fixture = await noticeFixture()
  const { table } = fixture
  const at = fixture.services.now()
  const link = aPaymentLink({ id: 'pl_1', mode: 'live', title: 'Coffee mug' })
  await transact(table, paymentLinkCreation(link))
  await fixture.add('slack', { mode: 'live' })
  await fixture.add('discord', { mode: 'live', withEmail: true, language: 'de' })
  const provider = { name: 'moonpay', expiresAt: at, paymentId: 'p_1', isLeft: false } as const
  const received = { seenBase: 0n, confirmedBase: 0n, confirmations: 0 }
  await fixture.sell({ mode: 'live', linkId: 'pl_1', provider, received })
  await fixture.run('live')
  const [slack, discord] = ['slack', 'discord'].map(
    (kind) => fixture.chats.messages.find((each) => each.kind === kind)?.text,
  )
  expect(slack).toMatch(
    /^Paid: 25.00 USD\nThrough MoonPay\nPayment link: Coffee mug\nOrder: 1001\n/,
  )
  expect(slack).not.toContain('ada')
  expect(discord).toMatch(/^Bezahlt: 25.00 USD\nÜber MoonPay\nZahlungslink: Coffee mug\n/)
  expect(discord).toContain('Kundschaft: ada\\@example\\.com')
})

it('sends each mode by itself', async () => {
  const fixture = await noticeFixture()
  await fixture.add('slack', { mode: 'live' })
  await fixture.add('discord', { mode: 'test' })
  for (let count = 0; count < 25; count++) await fixture.sell({ mode: 'test' })
  await fixture.sell({ mode: 'live' })
  expect([await fixture.run('test'), await fixture.run('live', 0)]).toEqual([20, 1])
  expect(fixture.chats.sentTo('slack').map(({ text }) => text.split('\n')[0])).toEqual([
    'Paid: 25.00 USD',
  ])
})

it('sends only what was chosen', async () => {
  const fixture = await noticeFixture()
  await fixture.add('mail', { about: ['underpaid'] })
  await fixture.sell()
  await fixture.sell({ type: 'session.underpaid' })
  expect(await fixture.run()).toBe(1)
  expect(fixture.mails.map(({ subject }) => subject)).toEqual(['Test: Underpaid: 25.00 USD'])
})

it('sends nothing of before, and waits until events are settled', async () => {
  const fixture = await noticeFixture()
  await fixture.sell()
  fixture.pass(1)
  await fixture.add('slack')
  await fixture.sell()
  expect([await fixture.run('test', 100), await fixture.run('test', 30)]).toEqual([0, 1])
})

describe('more than 20 sales an hour', () => {
  it('come one by one, and from the 21st on together when the hour is over', async () => {
    const fixture = await noticeFixture()
    await fixture.add('slack')
    for (let count = 0; count < 15; count++) await fixture.sell()
    expect(await fixture.run()).toBe(15)
    for (let count = 0; count < 30; count++) await fixture.sell()
    await fixture.sell({ type: 'session.underpaid', fiat: { amount: '7', currency: 'EUR' } })
    expect([await fixture.run(), await fixture.run()]).toEqual([5, 0])
    const texts = () => fixture.chats.sentTo('slack').map(({ text }) => text)
    expect(texts()[19]).toContain('What follows comes together at 13:03 UTC.')
    expect((await fixture.shown()).collectsUntil).toBe('2026-03-01T13:03:00.000Z')
    await fixture.sell({ type: 'session.unmatched_deposit', deposit })
    expect(await fixture.run('test', 3_600)).toBe(1)
    expect(texts().at(-1)?.split('\n')).toEqual([
      'Test: More sales: 27',
      'Paid: 25, 625.00 USD',
      'Underpaid: 1, 7.00 EUR',
      'Unmatched money: 1',
      expect.stringMatching(/^Up to \d\d:\d\d UTC\.$/),
      'https://pay.example.com/dashboard/test/payments',
    ])
    await fixture.sell()
    expect(await fixture.run()).toBe(1)
    expect(texts().at(-1)).toContain('Order: 1048')
  })

  it('never send more than 20 and one notice an hour, however the sales are spread', async () => {
    const fixture = await noticeFixture()
    await fixture.add('slack')
    let sent = 0
    for (let minute = 0; minute < 120; minute += 3) {
      for (let count = 0; count < 4; count++) await fixture.sell()
      sent += await fixture.run()
    }
    expect(sent).toBeLessThanOrEqual(2 * 21)
    expect(sent).toBeGreaterThan(21)
  })
})

describe('a destination that fails', () => {
  it.each(chatKinds)('keeps no other waiting: %s', async (kind) => {
    const fixture = await noticeFixture()
    for (const each of destinationKinds) await fixture.add(each)
    fixture.chats.trouble(kind, 'down')
    await fixture.sell()
    expect(await fixture.run()).toBe(3)
    expect(fixture.failures.map((failed) => failed.kind)).toEqual([kind])
  })

  it('gets later what it missed, once', async () => {
    const fixture = await noticeFixture()
    await fixture.add('slack')
    fixture.chats.trouble('slack', 'down')
    await fixture.sell()
    await fixture.sell()
    await fixture.run()
    expect(await fixture.shown()).toMatchObject({
      status: 'failing',
      problem: { code: 'refused', said: '503 upstream connect error' },
    })
    fixture.chats.trouble('slack', null)
    expect([await fixture.run('test', 30), await fixture.run('test', 40)]).toEqual([0, 2])
    expect(await fixture.shown()).toMatchObject({ status: 'working', problem: null })
  })

  it('is left alone as long as it asks for, up to an hour', async () => {
    const fixture = await noticeFixture()
    await fixture.add('discord')
    fixture.chats.trouble('discord', 'busy')
    await fixture.sell()
    await fixture.run()
    expect(fixture.failures[0]?.problem).toEqual({
      code: 'busy',
      said: '429 You are being rate limited.',
    })
    fixture.chats.trouble('discord', null)
    expect([await fixture.run('test', 1_800), await fixture.run('test', 1)]).toEqual([0, 1])
  })

  it('is turned off after three days, and says so until it is turned on', async () => {
    const fixture = await noticeFixture()
    const { id } = await fixture.add('telegram')
    fixture.chats.trouble('telegram', 'gone')
    await fixture.sell()
    for (let hour = 0; hour < 80; hour++) await fixture.run('test', 3_601)
    expect(await fixture.shown()).toMatchObject({
      status: 'off',
      problem: { code: 'refused', said: '403 Forbidden: bot was kicked from the group chat' },
      offSince: expect.any(String),
    })
    const tries = fixture.failures.length
    fixture.chats.trouble('telegram', null)
    expect(await fixture.run('test', 86_400)).toBe(0)
    expect(fixture.failures.length).toBe(tries)
    await runAsOperator(changeNoticeDestination, fixture.services, { id, on: true })
    await fixture.sell()
    expect(await fixture.run()).toBe(1)
  })

  it('continues as soon as a test message arrives', async () => {
    const fixture = await noticeFixture()
    const { id } = await fixture.add('slack')
    fixture.chats.trouble('slack', 'gone')
    await fixture.sell()
    for (let hour = 0; hour < 5; hour++) await fixture.run('test', 3_600)
    fixture.chats.trouble('slack', null)
    const { sent } = await runAsOperator(testNoticeDestination, fixture.services, { id })
    expect(sent).toBe(true)
    expect(await fixture.run('test', 0)).toBe(1)
  })

  it('can be the topic of the mails', async () => {
    const fixture = await noticeFixture()
    await fixture.add('mail')
    fixture.failMails(() => {
      throw Object.assign(new Error('no'), { name: 'AuthorizationErrorException' })
    })
    await fixture.sell()
    await fixture.run()
    expect((await fixture.shown()).problem?.said).toBe('AuthorizationErrorException')
  })
})

it('sends nothing twice if two runs overlap, and nothing to one that was removed', async () => {
  const fixture = await noticeFixture()
  const { id } = await fixture.add('slack')
  await fixture.sell()
  fixture.pass(180)
  const sent = await Promise.all([fixture.run('test', 0), fixture.run('test', 0)])
  expect(sent.reduce((sum, count) => sum + count, 0)).toBe(1)
  await runAsOperator(removeNoticeDestination, fixture.services, { id })
  await fixture.sell()
  expect(await fixture.run()).toBe(0)
})

it('continues what a run left that died, when its turn is over', async () => {
  const fixture = await noticeFixture()
  await fixture.add('slack')
  await fixture.sell()
  const [found] = await listDestinations(fixture.table, 'test')
  if (!found) throw new Error('there is a destination')
  fixture.pass(180)
  const busyUntil = new Date(fixture.services.now().getTime() + 90_000)
  expect(await changeOwned(fixture.table, found, { busyUntil })).toBe(true)
  expect([await fixture.run('test', 60), await fixture.run('test', 30)]).toEqual([0, 1])
})

describe('a summary', () => {
  it('of a day comes once when it is over, with its sums', async () => {
    const fixture = await noticeFixture()
    await fixture.add('slack', { summary: 'daily', about: [] })
    await fixture.sell()
    await fixture.sell({ fiat: { amount: '10', currency: 'EUR' } })
    await fixture.sell({ type: 'session.underpaid' })
    expect(await fixture.run()).toBe(0)
    const hour = 3_600
    expect([await fixture.run('test', 12.2 * hour), await fixture.run('test', hour)]).toEqual([
      1, 0,
    ])
    expect(fixture.chats.messages[0]?.text.split('\n')).toEqual([
      'Test: Summary of 2026-03-01',
      'Paid: 10.00 EUR, 25.00 USD',
      'Payments: 2. Underpaid: 1. Refunds: 0.',
      'https://pay.example.com/dashboard/test/home',
    ])
  })

  it('of a month comes on its first day after it, while sales are collected, too', async () => {
    const fixture = await noticeFixture()
    await fixture.add('slack', { summary: 'monthly', language: 'de' })
    await fixture.sell()
    const day = 86_400
    await fixture.run()
    for (let days = 0; days < 30; days++) await fixture.run('test', day)
    expect(fixture.chats.messages).toHaveLength(1)
    await fixture.run('test', day)
    expect(fixture.chats.messages.at(-1)?.text).toContain('Test: Zusammenfassung von 2026-03')
    expect(fixture.chats.messages).toHaveLength(2)
  })
})
