import { zeroAddress } from 'viem'
import { expect, it } from 'vitest'
import { healthText } from '../../../infra/operate/health.ts'
import { aSession } from '../../../test/factories.ts'
import { seededBytes } from '../../../test/seeded-bytes.ts'
import { serviceFunctions } from '../../../test/service-functions.ts'
import { aWebhookEndpoint, saveDelivery, saveEndpoint } from '../../../test/webhook-fixture.ts'
import type { Mode } from '../../kernel/mode.ts'
import { transact } from '../../kernel/store/transact.ts'
import { saveGasCheck } from '../../money/sweeps/store/gas-levels.ts'
import { sessionCreation } from '../../payments/checkout-sessions/store/sessions.ts'
import { replaceDelivery } from '../../records/outbox/store/deliveries.ts'
import { eventCreation } from '../../records/outbox/store/events.ts'
import { savePrice } from '../../records/prices/store/prices.ts'
import { instanceCreation } from '../../records/settings/store/instance.ts'
import { unitCosts } from '../statistics/rules/cost-so-far.ts'
import { checkHealth } from './check-health.ts'
import { healthSubjects } from './rules/health-check.ts'

const now = new Date('2026-11-16T00:00:00.000Z')
const randomBytes = seededBytes('health')
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000)

type Services = Parameters<typeof checkHealth.run>[0]

async function fixture({ isSetUp = true } = {}) {
  const { table } = await serviceFunctions()
  const firstAddresses = { live: zeroAddress, test: zeroAddress }
  if (isSetUp) await transact(table, [instanceCreation({ firstAddresses, setUpAt: now })])
  const reported: unknown[] = []
  const services: Services = {
    table,
    now: () => now,
    release: '1.2.3 1a2b3c4',
    countDeadLetters: async () => 0,
    concurrentFunctions: async () => null,
    alarmAddresses: async () => null,
    report: (_, error) => reported.push(error),
  }
  const run = async (mode: Mode = 'test', changes: Partial<Services> = {}) => {
    const findActor = () => Promise.reject(new Error('nobody asks'))
    const request = { input: { mode }, findActor }
    return (await checkHealth.run({ ...services, ...changes }, request)).result
  }
  return { table, run, reported }
}

const reasons = (health: Awaited<ReturnType<Awaited<ReturnType<typeof fixture>>['run']>>) =>
  health.checks.map(({ state, reason }) => `${state} ${reason}`).sort()

const calm = [
  'ok books_new',
  'ok callbacks_work',
  'ok gas_enough',
  'ok networks_work',
  'ok no_dead_letters',
  'ok no_endpoint',
  'ok no_price_yet',
  'ok version',
  'ok work_in_time',
  'warn no_notifier',
  'warn no_payout_wallet',
]

it('checks everything from what is stored', async () => {
  const { run, reported } = await fixture()
  const health = await run()
  expect(reasons(health)).toEqual(calm)
  expect(health.checks[0]).toMatchObject({ state: 'warn' })
  expect(health).toMatchObject({ mode: 'test', release: '1.2.3 1a2b3c4', prices: [] })
  expect(health.cost).toMatchObject({ from: '2026-11-01', paid: 0, totalUsd: health.cost?.idleUsd })
  expect(reported).toEqual([])
})

it('says that an instance is not set up', async () => {
  const { run } = await fixture({ isSetUp: false })
  const { checks } = await run()
  expect(checks[0]).toMatchObject({ state: 'bad', reason: 'not_set_up' })
})

it.each([
  ['hangs', () => new Promise<never>(() => undefined)],
  ['fails', () => Promise.reject(new Error('AccessDenied'))],
])('shows the rest when a check %s', async (_, broken) => {
  const { run, reported } = await fixture()
  const changes = { countDeadLetters: broken, concurrentFunctions: broken, deadlineMs: 500 }
  const health = await run('test', changes)
  expect(health.checks.filter(({ reason }) => reason === 'check_failed')).toMatchObject([
    { state: 'warn', of: 'dead_letters' },
    { state: 'warn', of: 'quota' },
  ])
  const left = calm.filter((one) => !/dead_letters|quota/.test(one))
  expect(reasons(health).filter((one) => !one.includes('check_failed'))).toEqual(left)
  expect(health.cost).not.toBeNull()
  expect(reported).toHaveLength(2)
})

it('has a finding for each subject when nothing can be read', async () => {
  const { run, table } = await fixture()
  const failing = { countDeadLetters: async () => Promise.reject(new Error('refused')) }
  const missing = { ...table, name: 'no-such-table' }
  const health = await run('live', { ...failing, table: missing })
  const failed = health.checks.filter(({ reason }) => reason === 'check_failed')
  const fromElsewhere = ['quota', 'alarms', 'version']
  expect(failed.map(({ of }) => of)).toEqual(
    healthSubjects.filter((subject) => !fromElsewhere.includes(subject)),
  )
  expect(health).toMatchObject({ prices: [], cost: null })
})

it('shows what is wrong in this mode only, with the cost of both', async () => {
  const { run, table } = await fixture()
  const at = ago(1500)
  const lock = { ...aSession().lock, chainId: 31338 }
  const open = aSession({ mode: 'live', lock, createdAt: at })
  const data = { fiat: { amount: '5.00', currency: 'USD' } }
  const event = { mode: 'live', sessionId: open.id, createdAt: at, data } as const
  await transact(table, [
    sessionCreation(open, at),
    eventCreation({ ...event, id: 'evt_01JD8Z3K000000000000000000', type: 'session.paid' }),
  ])
  const unpaid = { base: 5n, at }
  const announced = { empty: '2026-11-15' }
  await saveGasCheck(table, { mode: 'live', chainId: 31338 }, { checkedAt: at, announced, unpaid })
  await savePrice(table, {
    pair: 'ETH/USD',
    price: '2500',
    agreedAt: at,
    readAt: ago(60),
    readings: [{ source: 'Feeds (Local live chain)', price: '2500', updatedAt: at }],
  })
  const live = await run('live', { countDeadLetters: async (mode) => (mode === 'live' ? 3 : 0) })
  expect(live.checks.filter(({ state }) => state === 'bad')).toEqual([
    {
      state: 'bad',
      reason: 'price_not_agreed',
      of: 'ETH/USD',
      details: { since: at.toISOString() },
    },
    { state: 'bad', reason: 'gas_empty', of: 'Local live chain', details: {} },
    { state: 'bad', reason: 'dead_letters', of: '', details: { count: '3' } },
    { state: 'bad', reason: 'open_scans_late', of: '', details: { minutes: '15' } },
  ])
  expect(live.prices).toEqual([
    {
      pair: 'ETH/USD',
      price: '2500',
      at: at.toISOString(),
      state: 'not_agreed',
      sources: [{ source: 'Feeds (Local live chain)', price: '2500', updatedAt: at.toISOString() }],
    },
  ])
  const test = await run('test')
  expect(test.checks.filter(({ state }) => state === 'bad')).toMatchObject([
    { reason: 'price_not_agreed' },
  ])
  expect(test.cost).toEqual(live.cost)
  expect(healthText(live, now)).toContain(
    `PROBLEM  Dead letters: Messages about webhooks that crashed too often, and are no longer tried: 3.`,
  )
  expect(healthText(live, now)).toContain(`Feeds (Local live chain): 2500 USD, ${at.toISOString()}`)
})

it('says how many deliveries failed for good of late, to endpoints that work again', async () => {
  const { table, run } = await fixture()
  const endpoint = aWebhookEndpoint({ url: 'https://shop.example/hook', at: ago(0) }, randomBytes)
  await saveEndpoint(table, endpoint)
  for (const endedAt of [ago(86_400), ago(6 * 86_400), ago(8 * 86_400)]) {
    const delivery = await saveDelivery(table, { endpoint, at: endedAt }, randomBytes)
    const failed = { status: 'failed', ending: 'attempts_exhausted', endedAt } as const
    await replaceDelivery(table, { delivery: { ...delivery, ...failed, version: 2 }, from: 1 })
  }
  const { checks } = await run()
  expect(checks).toContainEqual({
    state: 'warn',
    reason: 'deliveries_given_up',
    of: 'shop.example',
    details: { endpoint: endpoint.id, count: '2' },
  })
})

it('finds what failed for good behind many deliveries that were cancelled', async () => {
  const { table, run } = await fixture()
  const endpoint = aWebhookEndpoint({ url: 'https://shop.example/hook', at: ago(0) }, randomBytes)
  await saveEndpoint(table, endpoint)
  const end = async (seconds: number, status: 'failed' | 'cancelled') => {
    const at = ago(seconds)
    const delivery = await saveDelivery(table, { endpoint, at }, randomBytes)
    const ended = { status, ending: 'attempts_exhausted', endedAt: at, version: 2 } as const
    await replaceDelivery(table, { delivery: { ...delivery, ...ended }, from: 1 })
  }
  await end(7_200, 'failed')
  for (let index = 0; index < 101; index += 1) await end(3_600 - index, 'cancelled')
  const { checks } = await run()
  expect(checks).toContainEqual(
    expect.objectContaining({
      reason: 'deliveries_given_up',
      details: { endpoint: endpoint.id, count: '1' },
    }),
  )
})

it('is readable in the terminal, with what to do', async () => {
  const { run } = await fixture()
  const health = await run()
  const shown = healthText(health, now)
  expect(shown).toMatch(/^test mode: 0 problems, 2 warnings\. Version 1\.2\.3 1a2b3c4\./)
  expect(shown).toContain('WARNING  No notifier: Payments are found within a minute')
  expect(shown).toContain('npm run operate -- notifiers connect')
  const halfMonth = (unitCosts.idleMonth / 2).toFixed(2)
  expect(shown).toContain(`About ${halfMonth} USD on AWS since 2026-11-01`)
  expect(shown).not.toContain('clock')
  expect(healthText(health, ago(-90))).toContain('differ by 90 seconds')
})
