import { describe, expect, it, onTestFinished } from 'vitest'
import { ChainUnavailable } from '../../shared/chain/chain-unavailable.ts'
import type { CheckoutSession } from '../../shared/payments/checkout-sessions/rules/checkout-session.ts'
import { loadHoldings } from '../../shared/payments/holdings/store/holdings.ts'
import type { EventType } from '../../shared/records/outbox/rules/event.ts'
import type { WebhookDelivery } from '../../shared/records/outbox/rules/webhook-delivery.ts'
import { eventsOfSession } from '../../shared/records/outbox/store/events.ts'
import { startNodeProxy } from '../node-proxy.ts'
import { seededBytes } from '../seeded-bytes.ts'
import { aWebhookEndpoint, saveEndpoint } from '../webhook-fixture.ts'
import { addToAmounts } from './dishonest-nodes.ts'
import { type EngineHarness, engineHarness, hex } from './engine-harness.ts'

const full = 1_000_000n

async function paidSession(engine: EngineHarness): Promise<CheckoutSession> {
  const session = await engine.openSession()
  await engine.pay(session, full)
  expect(await engine.settle(session)).toBe('paid')
  return engine.load(session)
}

describe('a second payment of a paid session', () => {
  it('is not after the window if it came within it, and is detected later', async () => {
    const engine = await engineHarness()
    const session = await paidSession(engine)
    await engine.chain.mintUsdc(hex(session.address), 5n)
    await engine.pay(session, 300n)
    await engine.mine(95)
    await engine.recheckClosed(session)
    expect(await engine.unmatched()).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ symbol: 'ETH', amountBase: 300n, reason: 'already_paid' }),
        expect.objectContaining({ symbol: 'USDC', amountBase: 5n, reason: 'other_asset' }),
      ]),
    )
  })

  it('keeps its reason when more comes after the window', async () => {
    const engine = await engineHarness()
    const session = await paidSession(engine)
    await engine.pay(session, 300n)
    await engine.mine(3)
    await engine.recheckClosed(session)
    await engine.mine(95)
    await engine.pay(session, 200n)
    await engine.mine(3)
    await engine.recheckClosed(session)
    expect(await engine.unmatched()).toMatchObject([{ amountBase: 500n, reason: 'already_paid' }])
  })

  it('is after the window if it came after it', async () => {
    const engine = await engineHarness()
    const session = await paidSession(engine)
    await engine.mine(95)
    await engine.pay(session, 300n)
    await engine.mine(3)
    await engine.recheckClosed(session)
    expect(await engine.unmatched()).toMatchObject([{ amountBase: 300n, reason: 'after_window' }])
  })
})

describe('a node of two that invents money at the address of a closed session', () => {
  async function closedSession(inventing: number) {
    const engine = await engineHarness()
    const nodes = [engine.chain.proxy, startNodeProxy(engine.chain.rpcUrl)] as const
    onTestFinished(nodes[1].stop)
    engine.useNodes(...nodes.map(({ rpcUrl }) => rpcUrl))
    const session = await engine.openSession()
    await engine.mine(95)
    await engine.reconcile()
    const node = nodes[inventing]
    if (node) addToAmounts(engine, node, 1_000n)
    return { engine, session: await engine.load(session), nodes }
  }

  it.each([0, 1])('is not believed as node %i, by rounds or on demand', async (index) => {
    const { engine, session, nodes } = await closedSession(index)
    await engine.mine(61)
    const { failures } = await engine.scanClosed()
    expect(failures).toContainEqual(expect.any(ChainUnavailable))
    await expect(engine.recheckClosed(session)).rejects.toThrow('could not be checked')
    expect(await engine.unmatched()).toEqual([])
    expect(await engine.eventsOf(session)).toEqual(['session.expired'])
    const { mode, id: sessionId } = session
    expect(await loadHoldings(engine.table, { mode, sessionId })).toEqual([])
    nodes[index]?.intercept(undefined)
    await engine.pay(session, 300n)
    await engine.mine(61)
    await engine.scanClosed()
    expect(await engine.unmatched()).toMatchObject([{ amountBase: 300n }])
  })
})

it('a deposit is recorded once it is confirmed, by the next round', async () => {
  const engine = await engineHarness()
  const session = await paidSession(engine)
  await engine.mine(61)
  await engine.scanClosed()
  await engine.pay(session, 300n)
  await engine.mine(2)
  await engine.recheckClosed(session)
  expect(await engine.unmatched()).toEqual([])
  engine.passSeconds(600)
  await engine.scanClosed()
  expect(await engine.unmatched()).toEqual([])
  await engine.mine(122)
  await engine.scanClosed()
  expect(await engine.unmatched()).toMatchObject([{ amountBase: 300n }])
})

it('a deposit at an old address is recorded soon after the check that saw it', async () => {
  const engine = await engineHarness()
  const session = await engine.openSession()
  await engine.mine(95)
  await engine.reconcile()
  await engine.mineAfter(26 * 3600)
  await engine.scanClosed()
  await engine.pay(session, 300n)
  await engine.mine()
  // A notification does the same.
  await engine.recheckClosed(await engine.load(session))
  expect(await engine.unmatched()).toEqual([])
  await engine.mine(122)
  await engine.scanClosed()
  expect(await engine.unmatched()).toMatchObject([{ amountBase: 300n, reason: 'after_window' }])
})

describe('session.unmatched_deposit', () => {
  async function fixture() {
    const engine = await engineHarness()
    const sent: WebhookDelivery[] = []
    engine.deps.enqueueDeliveries = async (deliveries) => void sent.push(...deliveries)
    const at = { url: 'https://shop.example/webhooks', at: engine.clock() }
    const events: EventType[] = ['session.unmatched_deposit']
    await saveEndpoint(engine.table, aWebhookEndpoint(at, seededBytes('shop'), { events }))
    const session = await engine.openSession()
    await engine.mine(95)
    await engine.reconcile()
    return {
      engine,
      sent,
      session: await engine.load(session),
      told: async () => {
        const { mode, id } = session
        const all = await eventsOfSession(engine.table, mode, id)
        return all.filter(({ type }) => type === 'session.unmatched_deposit')
      },
    }
  }

  it('is sent once for a deposit and once each time it grows', async () => {
    const { engine, session, sent, told } = await fixture()
    await engine.pay(session, 300n)
    await engine.mine(3)
    for (let check = 0; check < 3; check++) await engine.recheckClosed(session)
    expect(await told()).toMatchObject([
      {
        data: {
          id: session.id,
          status: 'expired',
          sequence: 2,
          deposit: {
            id: '31337:native',
            chainId: 31337,
            asset: 'ETH',
            tokenAddress: null,
            amount: { base: '300', formatted: '0.0000000000000003', decimals: 18 },
            reason: 'after_window',
          },
        },
      },
    ])
    await engine.pay(session, 200n)
    await engine.mine(3)
    for (let check = 0; check < 3; check++) await engine.recheckClosed(session)
    const [, second, ...more] = await told()
    expect(more).toEqual([])
    expect(second?.data).toMatchObject({ sequence: 3, deposit: { amount: { base: '500' } } })
    expect(sent.map(({ eventId }) => eventId)).toEqual((await told()).map(({ id }) => id))
    expect((await engine.load(session)).sequence).toBe(3)
  })

  it('is sent once by concurrent checks, one per asset', async () => {
    const { engine, session, sent, told } = await fixture()
    await engine.pay(session, 300n)
    await engine.chain.mintUsdc(hex(session.address), 5n)
    await engine.mine(3)
    await Promise.all(Array.from({ length: 4 }, () => engine.recheckClosed(session)))
    expect(await told()).toHaveLength(2)
    expect(sent).toHaveLength(2)
    expect((await engine.load(session)).sequence).toBe(3)
  })

  it('is not sent when a deposit leaves the chain', async () => {
    const { engine, session, told } = await fixture()
    await engine.pay(session, 300n)
    await engine.mine(3)
    await engine.recheckClosed(session)
    await engine.reorg(3)
    await engine.recheckClosed(session)
    expect(await engine.unmatched()).toEqual([])
    expect(await told()).toHaveLength(1)
  })
})
