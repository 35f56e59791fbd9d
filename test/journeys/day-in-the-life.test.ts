import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { deniedCalls } from '../denied-calls.ts'
import { eventually } from '../eventually.ts'
import { pay } from './customer.ts'
import { type Life, startLife } from './life.ts'
import { type Listener, listen } from './listener.ts'
import { type Merchant, merchant } from './merchant.ts'
import { localPace } from './target.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/**
 * The life of an instance since its first sign-in; everything that is done once a minute, an hour or a day is due in between. The
 * months after that are those of `year-in-the-life.test.ts`.
 */
const stops = [
  ['61 seconds', 61_000],
  ['16 minutes', 16 * minuteMs],
  ['an hour', hourMs],
  ['25 hours', 25 * hourMs],
  ['8 days', 8 * dayMs],
] as const

let life: Life
let shop: Merchant
let listener: Listener
let startedMs: number

beforeAll(async () => {
  startedMs = Date.now()
  life = await startLife()
  const { baseUrl, apiKeys } = life.instance
  // A moved clock makes prices old, and the connections of clients, until the next block and the next request.
  shop = merchant(baseUrl, apiKeys.test, { ...localPace, maxRetries: 5 })
  listener = await listen(life.target, shop)
})

afterAll(async () => {
  await listener?.close()
  await life?.end()
})

async function aPaymentIsTold(): Promise<string> {
  const amount = { value: '12.50', currency: 'USD' }
  const session = await shop.createSession({ amount, asset: 'USDC' })
  await pay(life.target, session)
  await shop.reaches(session.id, 'paid')
  expect(await listener.hear(session.id, 2)).toEqual(['session.detected', 'session.paid'])
  return session.id
}

it.each(stops)(
  'after %s, all of it is open, sells, tells and is exported',
  async (_, afterMs) => {
    life.moveTo(new Date(startedMs + afterMs))
    await life.everyPageOpens()
    const id = await aPaymentIsTold()
    expect(await life.inTerminal(['exports', 'start', '--mode', 'test'])).toContain(id)
    expect(await life.inTerminal(['sessions', 'show', id])).toContain('paid')
    await life.inTerminal(['health'])
    expect(await deniedCalls(life.dataDir)).toEqual([])
  },
  300_000,
)

it('has told its owner of the changes by which somebody could get at money', async () => {
  await eventually(
    () => readFile(join(life.dataDir, 'owner-mails.txt'), 'utf8').catch(() => ''),
    (mails) => mails.includes('Sign-in from a new browser'),
    { what: 'the mail about the first sign-in' },
  )
})
