import { expect, it } from 'vitest'
import { ether, isDown, onTwoChains, opened, usdc } from './coin-fixture.ts'

it('a finally decided session closes, and money in another asset is shown to the operator', async () => {
  const { engine, session } = await opened({ acceptTopUps: false })
  await engine.choose(session.id, 'USDC')
  await engine.pay(session, ether / 2n)
  expect(await engine.settle(session)).toBe('underpaid')
  await engine.payUsdc(session, usdc)
  await engine.mine(100)
  await engine.reconcile()
  expect(await engine.load(session)).toMatchObject({
    status: 'underpaid',
    closedAt: expect.any(Date),
    received: { seenBase: ether / 2n },
  })
  await engine.mine(61)
  await engine.scanClosed()
  expect(await engine.unmatched()).toMatchObject([{ symbol: 'USDC', amountBase: usdc }])
})

it('a finally decided session closes even if another chosen chain is down', async () => {
  const { engine, session, other, both } = await onTwoChains({ acceptTopUps: false })
  await engine.choose(session.id, 'ETH', 31338)
  await engine.choose(session.id, 'ETH')
  await engine.pay(session, ether / 2n)
  expect(await engine.settle(session)).toBe('underpaid')
  await both(100)
  other.proxy.intercept(isDown)
  await engine.reconcile()
  expect(await engine.load(session)).toMatchObject({ closedAt: expect.any(Date) })
})

it('a partial payment in one asset ends no session before the deadline of the other', async () => {
  const { engine, session } = await opened({ sessionTtlSeconds: 3600 })
  await engine.choose(session.id, 'USDC')
  await engine.pay(session, 1n)
  expect(await engine.settle(session)).toBe('underpaid')
  await engine.mine(100)
  await engine.reconcile()
  expect(await engine.watch(session)).toMatchObject({
    waitUntil: new Date(session.createdAt.getTime() + 3_640_000).toISOString(),
  })
  await engine.payUsdc(session, usdc)
  await engine.mine()
  await engine.reconcile()
  expect(await engine.settle(session)).toBe('paid')
})

it('and ends it after that deadline', async () => {
  const { engine, session } = await opened({ sessionTtlSeconds: 3600 })
  await engine.choose(session.id, 'USDC')
  await engine.pay(session, 1n)
  expect(await engine.settle(session)).toBe('underpaid')
  await engine.mine(400)
  expect(await engine.watch(session)).toMatchObject({ phase: 'closed' })
})
