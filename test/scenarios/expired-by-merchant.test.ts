import { describe, expect, it, onTestFinished } from 'vitest'
import { askWithin } from '../../shared/chain/nodes/ask-chain.ts'
import type { CheckoutSession } from '../../shared/payments/checkout-sessions/rules/checkout-session.ts'
import { startNodeProxy } from '../node-proxy.ts'
import { ether, isDown, onTwoChains, opened } from './coin-fixture.ts'
import { hideAmounts } from './dishonest-nodes.ts'
import type { EngineHarness } from './engine-harness.ts'
import { heldUp } from './held-up.ts'

const refused = (reason: string) => ({
  code: 'state_changed',
  message: expect.stringContaining(reason),
})

async function unchanged(engine: EngineHarness, session: CheckoutSession): Promise<void> {
  expect(await engine.load(session)).toEqual(session)
  expect(await engine.eventsOf(session)).toEqual([])
}

describe('a session that its merchant expires', () => {
  it('ends now, with its event, and is closed after its grace window', async () => {
    const { engine, session } = await opened()
    await engine.mine(6)
    const now = engine.clock()
    const lateUntil = new Date(now.getTime() + 600_000)
    expect(await engine.expire(session)).toMatchObject({
      id: session.id,
      status: 'expired',
      expiresAt: now.toISOString(),
      lateUntil: lateUntil.toISOString(),
      updatedAt: now.toISOString(),
    })
    expect(await engine.load(session)).toMatchObject({
      version: session.version + 1,
      sequence: 1,
      closedAt: null,
    })
    await engine.mine(59)
    await engine.reconcile()
    expect(await engine.load(session)).toMatchObject({ closedAt: null })
    await engine.mine(6)
    await engine.reconcile()
    expect(await engine.load(session)).toMatchObject({
      status: 'expired',
      closedAt: engine.clock(),
    })
    expect(await engine.eventsOf(session)).toEqual(['session.expired'])
  })

  it('is expired once, by one of two requests', async () => {
    const { engine, session } = await opened()
    const both = await Promise.allSettled([engine.expire(session), engine.expire(session)])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    await expect(engine.expire(session)).rejects.toMatchObject(refused('is expired'))
    expect(await engine.eventsOf(session)).toEqual(['session.expired'])
  })
})

describe('a session that was paid', () => {
  it.each([ether, 1n])('stays as it is, with what the reading found: %i', async (value) => {
    const { engine, session } = await opened()
    await engine.pay(session, value)
    await engine.mine()
    await expect(engine.expire(session)).rejects.toMatchObject(refused('is detected'))
    expect(await engine.load(session)).toMatchObject({
      status: 'detected',
      expiresAt: session.expiresAt,
      received: { seenBase: value },
    })
    expect(await engine.eventsOf(session)).toEqual(['session.detected'])
    expect(engine.started).toEqual([session.id])
  })

  it('is not expired while a scan detects its money', async () => {
    const { engine, session } = await opened()
    await engine.mine(3)
    const client = heldUp(await engine.deps.chain(session.lock.chainId), async () => {
      await engine.pay(session, ether)
      await engine.mine()
      await engine.scan(session)
    })
    const expiring = engine.expire(session, { chain: async () => client })
    await expect(expiring).rejects.toMatchObject(refused('is detected'))
    expect(await engine.settle(session)).toBe('paid')
    expect(await engine.eventsOf(session)).toEqual(['session.detected', 'session.paid'])
  })

  it('is late if its money comes between the reading and the writing', async () => {
    const { engine, session } = await opened()
    await engine.mine(3)
    const client = heldUp(await engine.deps.chain(session.lock.chainId), async () => {
      await engine.pay(session, ether)
      await engine.mine()
    })
    expect(await engine.expire(session, { chain: async () => client })).toMatchObject({
      status: 'expired',
    })
    await engine.reconcile()
    expect(await engine.settle(session)).toBe('paid_late')
  })

  it('is not expired after its time either', async () => {
    const { engine, session } = await opened()
    await engine.mine(40)
    await engine.pay(session, ether)
    await engine.mine()
    await expect(engine.expire(session)).rejects.toMatchObject(refused('is expired'))
    expect(await engine.load(session)).toMatchObject({
      expiresAt: session.expiresAt,
      received: { seenBase: ether },
    })
    expect(await engine.settle(session)).toBe('paid_late')
  })

  it('is not expired after its time while no block is past it', async () => {
    const { engine, session } = await opened()
    engine.passSeconds(301)
    await expect(engine.expire(session)).rejects.toMatchObject(refused('the end of its time'))
    await unchanged(engine, session)
  })
})

describe('a chain that can’t be read', () => {
  const unreadable = { code: 'timed_out', message: expect.stringContaining('unchanged') }

  it.each(['is down', 'hangs'])('expires nothing if it %s', async (how) => {
    const { engine, session } = await opened()
    engine.chain.proxy.intercept(how === 'hangs' ? () => 'hang' : isDown)
    const ask = askWithin({ silenceMs: 200, totalMs: 400 })
    await expect(engine.expire(session, { ask })).rejects.toMatchObject(unreadable)
    await unchanged(engine, session)
    engine.chain.proxy.intercept(undefined)
    expect(await engine.expire(session)).toMatchObject({ status: 'expired' })
  })

  it('expires nothing if only one of two nodes responds', async () => {
    const { engine, session } = await opened()
    const second = await secondNode(engine)
    second.intercept(isDown)
    await expect(engine.expire(session)).rejects.toMatchObject(unreadable)
    await unchanged(engine, session)
    second.intercept(undefined)
    expect(await engine.expire(session)).toMatchObject({ status: 'expired' })
  })

  it('nor if one of two nodes hides a payment', async () => {
    const { engine, session } = await opened()
    const second = await secondNode(engine)
    await engine.pay(session, ether)
    await engine.mine(3)
    hideAmounts(engine, second)
    await expect(engine.expire(session)).rejects.toMatchObject({
      code: expect.stringMatching(/^(timed_out|state_changed)$/),
    })
    expect(['pending', 'detected']).toContain(await engine.statusOf(session))
    expect(await engine.eventsOf(session)).not.toContain('session.expired')
  })

  it('nor if the coin chosen before is on it', async () => {
    const { engine, session, other } = await onTwoChains()
    await engine.choose(session.id, 'ETH', 31338)
    const chosen = await engine.load(session)
    engine.chain.proxy.intercept(isDown)
    await expect(engine.expire(session)).rejects.toMatchObject(unreadable)
    await unchanged(engine, chosen)
    engine.chain.proxy.intercept(undefined)
    await other.mine(1)
    expect(await engine.expire(session)).toMatchObject({ status: 'expired', chainId: 31338 })
  })

  it('keeps a session open that was paid there in time, as long as it is down', async () => {
    const { engine, session, both } = await onTwoChains()
    await engine.choose(session.id, 'ETH', 31338)
    await both(3)
    const first = engine.chain.chain.chainId
    const client = heldUp(await engine.deps.chain(first), async () => {
      await engine.pay(session, ether)
      await engine.mine()
    })
    const chain: typeof engine.deps.chain = async (chainId) =>
      chainId === first ? client : engine.deps.chain(chainId)
    await engine.expire(session, { chain })
    engine.chain.proxy.intercept(isDown)
    await both(70)
    await engine.reconcile()
    await engine.scan(session)
    expect(await engine.load(session)).toMatchObject({ status: 'expired', closedAt: null })
    engine.chain.proxy.intercept(undefined)
    await engine.scan(session)
    expect(await engine.settle(session)).toBe('paid_late')
    expect(await engine.load(session)).toMatchObject({ lock: { chainId: session.lock.chainId } })
  })

  it('says nothing about what left the address of a restored table', async () => {
    const { engine, session } = await opened()
    engine.isCopyOf('another')
    await expect(engine.expire(session)).rejects.toMatchObject(unreadable)
    await unchanged(engine, session)
  })
})

async function secondNode(engine: EngineHarness) {
  const second = startNodeProxy(engine.chain.rpcUrl)
  onTestFinished(second.stop)
  engine.useNodes(engine.chain.proxy.rpcUrl, second.rpcUrl)
  return second
}
