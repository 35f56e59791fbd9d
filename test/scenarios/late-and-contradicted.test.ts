import { expect, it } from 'vitest'
import { hidingNode } from './bad-nodes.ts'
import { isDown, lateBesideChainDown, onTwoChains } from './coin-fixture.ts'
import { engineHarness } from './engine-harness.ts'

const full = 1_000_000n

it('a late full payment counts, even if another chain was down until the window ended', async () => {
  const { engine, session, both } = await lateBesideChainDown()
  await both(100)
  engine.chain.proxy.intercept(undefined)
  for (let minute = 0; minute < 3; minute++) {
    await engine.reconcile()
    await both(7)
  }
  expect(await engine.load(session)).toMatchObject({
    status: 'paid_late',
    lock: { chainId: 31338 },
  })
  expect(await engine.eventsOf(session)).toEqual(['session.expired', 'session.paid_late'])
})

it('no asset can be chosen while the current one can’t be checked, even if another was paid late', async () => {
  const { engine, session, other, both } = await onTwoChains()
  await engine.pay(session, 0n)
  await both(28)
  await engine.choose(session.id, 'ETH', 31338)
  await both(4)
  await engine.pay(session, 5n)
  await both(1)
  other.proxy.intercept(isDown)
  await expect(engine.choose(session.id, 'USDC')).rejects.toMatchObject({ code: 'timed_out' })
})

it('one of three nodes that hides money makes no session fail, and blocks no payment', async () => {
  const engine = await engineHarness()
  const [seen, unseen] = [await engine.openSession(), await engine.openSession()]
  await engine.pay(seen, full)
  await engine.mine()
  await engine.scan(seen)
  await engine.pay(unseen, full)
  await engine.mine(3)
  engine.useNodes(await hidingNode(engine, full), engine.chain.proxy.rpcUrl, engine.chain.rpcUrl)
  for (let round = 0; round < 7; round++) {
    await engine.mine(60)
    await engine.reconcile()
  }
  expect(await engine.statusOf(seen)).toBe('paid')
  expect(await engine.statusOf(unseen)).toBe('paid')
})

it('no session expires while one of two nodes shows its payment', async () => {
  const engine = await engineHarness()
  const session = await engine.openSession()
  await engine.pay(session, full)
  await engine.mine(3)
  engine.useNodes(await hidingNode(engine, full), engine.chain.proxy.rpcUrl)
  await engine.mine(120)
  expect((await engine.reconcile()).reached.get(31337)).toBe('seen')
  expect(await engine.statusOf(session)).toBe('detected')
  expect(await engine.settle(session)).toBe('detected')
  engine.useNodes()
  expect(await engine.settle(session)).toBe('paid')
})

it('a deposit stays listed while one of three nodes hides it', async () => {
  const engine = await engineHarness()
  const session = await engine.openSession()
  await engine.mine(100)
  await engine.reconcile()
  await engine.pay(session, full)
  await engine.mine(3)
  await engine.recheckClosed(await engine.load(session))
  engine.useNodes(await hidingNode(engine, full), engine.chain.proxy.rpcUrl, engine.chain.rpcUrl)
  await engine.recheckClosed(await engine.load(session))
  expect(await engine.unmatched()).toMatchObject([{ amountBase: full }])
})
