import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CheckoutSessionBody } from '../../shared/payments/checkout-sessions/wire/checkout-session.ts'
import { type RunningInstance, startInstance } from '../instance.ts'
import { merchant } from './merchant.ts'
import { openWallet, type Wallet } from './wallet.ts'

/** The notifier's environment variables. Without notifications, the timers and the reconciler find the payments. */
const notifiers = { on: 'on', off: 'off', 'losing half': '0.5' }

type Scenario = {
  asset: 'ETH' | 'USDC'
  status: 'paid' | 'paid_late'
  /** The hash of the payment. */
  pay: (wallet: Wallet, order: Order) => Promise<string>
}
type Order = { session: CheckoutSessionBody; due: bigint; expiry: () => Promise<unknown> }

const exact = { asset: 'ETH', status: 'paid' } as const

const scenarios: Readonly<Record<string, Scenario>> = {
  exact: { ...exact, pay: async (wallet, { session, due }) => wallet.send(session, due) },
  'late, in the window': {
    ...exact,
    status: 'paid_late',
    pay: async (wallet, { session, due, expiry }) => {
      await expiry()
      return wallet.send(session, due)
    },
  },
  'from a contract': {
    ...exact,
    pay: async (wallet, { session, due }) => wallet.sendByContract(session, due),
  },
  'in USDC': {
    ...exact,
    asset: 'USDC',
    pay: async (wallet, { session, due }) => wallet.sendUsdc(session, due),
  },
}

type Outcome = Awaited<ReturnType<typeof play>>

const instances: RunningInstance[] = []
const outcomes = new Map<string, Promise<Outcome>>()

/** All concurrently: they mostly wait for blocks. */
beforeAll(async () => {
  const starting = Object.entries(notifiers).map(async ([notifier, setting]) => {
    const instance = await startInstance({ env: environment(setting) })
    instances.push(instance)
    for (const [name, scenario] of Object.entries(scenarios)) {
      const outcome = play(instance, scenario, `${notifier} ${name}`)
      // Reported by the scenario's own test.
      outcome.catch(() => undefined)
      outcomes.set(`${notifier} ${name}`, outcome)
    }
  })
  await Promise.all(starting)
})
afterAll(() => Promise.all(instances.map((instance) => instance.stop())))

function environment(notifier: string): Record<string, string> {
  return {
    SESSION_TTL_SECONDS: '15',
    LATE_GRACE_SECONDS: '30',
    RECHECK_DELAY_SECONDS: '1',
    CONFIRMATIONS: '2',
    BLOCK_TIME_SECONDS: '1',
    SCHEDULE_SECONDS: '3',
    NOTIFIER: notifier,
    RATE_LIMIT_PER_MINUTE: '100000',
  }
}

async function play(instance: RunningInstance, { asset, status, pay }: Scenario, label: string) {
  const { baseUrl, apiKeys } = instance.instance
  const shop = merchant(baseUrl, apiKeys.test)
  const amount = { value: '25', currency: 'USD' }
  const wallet = await openWallet(instance, label)
  const session = await shop.createSession({ amount, chainId: 31337, asset })
  const due = BigInt(session.amount.base)
  const expiry = () => shop.reaches(session.id, 'expired')
  const hash = await pay(wallet, { session, due, expiry })
  const settled = await shop.reaches(session.id, status)
  return { due, hash, session: settled, events: await shop.eventsOf(session.id) }
}

describe.each(Object.keys(notifiers))('with the notifier %s, a payment', (notifier) => {
  it.each(Object.entries(scenarios))('%s', async (name, { status }) => {
    const outcome = await outcomes.get(`${notifier} ${name}`)
    expect(outcome?.session).toMatchObject({
      status,
      txHash: outcome?.hash,
      amountReceived: { base: String(outcome?.due) },
      amountPending: { base: '0' },
    })
    const first = status === 'paid_late' ? 'expired' : 'detected'
    expect(outcome?.events).toEqual([`session.${first}`, `session.${status}`])
  })
})
