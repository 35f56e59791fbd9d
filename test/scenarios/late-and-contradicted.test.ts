import { expect, it } from 'vitest'
import { hidingNode } from './bad-nodes.ts'
import { ether, isDown, onTwoChains } from './coin-fixture.ts'
import { engineHarness, hex } from './engine-harness.ts'

const full = 1_000_000n

it('a late full payment counts, even if another chain was down until the window ended', async () => {
  const { engine, session, other, both } = await onTwoChains()
  await engine.choose(session.id, 'ETH', 31338)
  await both(31)
  await other.send({ to: hex(session.address), value: ether })
  await both(1)
  engine.chain.proxy.intercept(isDown)
  expect(await engine.scan(session)).toMatchObject({ status: 'pending', closedAt: null })
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
