import { expect, it } from 'vitest'
import { ether, isDown, onTwoChains, opened, usdc } from './coin-fixture.ts'

it('a session judged for good closes, and what came in another coin is the operator’s to see', async () => {
  const { till, session } = await opened({ acceptTopUps: false })
  await till.choose(session.id, 'USDC')
  await till.pay(session, ether / 2n)
  expect(await till.settle(session)).toBe('underpaid')
  await till.payUsdc(session, usdc)
  await till.mine(100)
  await till.reconcile()
  expect(await till.look(session)).toMatchObject({
    status: 'underpaid',
    closedAt: expect.any(Date),
    received: { seenBase: ether / 2n },
  })
  await till.mine(61)
  await till.lookAtClosed()
  expect(await till.unmatched()).toMatchObject([{ symbol: 'USDC', amountBase: usdc }])
})

it('a session judged for good closes though another chain that was chosen is down', async () => {
  const { till, session, other, both } = await onTwoChains({ acceptTopUps: false })
  await till.choose(session.id, 'ETH', 31338)
  await till.choose(session.id, 'ETH')
  await till.pay(session, ether / 2n)
  expect(await till.settle(session)).toBe('underpaid')
  await both(100)
  other.proxy.intercept(isDown)
  await till.reconcile()
  expect(await till.look(session)).toMatchObject({ closedAt: expect.any(Date) })
})

it('a little in one coin ends no session before the time for the other is up', async () => {
  const { till, session } = await opened({ sessionTtlSeconds: 3600 })
  await till.choose(session.id, 'USDC')
  await till.pay(session, 1n)
  expect(await till.settle(session)).toBe('underpaid')
  await till.mine(100)
  await till.reconcile()
  expect(await till.watch(session, 'open')).toMatchObject({
    waitUntil: new Date(session.createdAt.getTime() + 3_620_000).toISOString(),
  })
  await till.payUsdc(session, usdc)
  await till.mine()
  await till.reconcile()
  expect(await till.settle(session)).toBe('paid')
})

it('and ends it once that is over', async () => {
  const { till, session } = await opened({ sessionTtlSeconds: 3600 })
  await till.choose(session.id, 'USDC')
  await till.pay(session, 1n)
  expect(await till.settle(session)).toBe('underpaid')
  await till.mine(400)
  expect(await till.watch(session, 'grace')).toMatchObject({ phase: 'closed' })
})
