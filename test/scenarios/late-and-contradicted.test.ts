import { expect, it } from 'vitest'
import { hidingNode } from './bad-nodes.ts'
import { isDown, lateBesideChainDown, onTwoChains } from './coin-fixture.ts'
import { openTill } from './till.ts'

const full = 1_000_000n

it('late money that is paid in full pays late, though another chain was down until the window was over', async () => {
  const { till, session, both } = await lateBesideChainDown()
  await both(100)
  till.chain.proxy.intercept(undefined)
  for (let minute = 0; minute < 3; minute++) {
    await till.reconcile()
    await both(7)
  }
  expect(await till.look(session)).toMatchObject({ status: 'paid_late', lock: { chainId: 31338 } })
  expect(await till.eventsOf(session)).toEqual(['session.expired', 'session.paid_late'])
})

it('no coin can be chosen while the one shown can’t be looked at, though another got late money', async () => {
  const { till, session, other, both } = await onTwoChains()
  await till.pay(session, 0n)
  await both(28)
  await till.choose(session.id, 'ETH', 31338)
  await both(4)
  await till.pay(session, 5n)
  await both(1)
  other.proxy.intercept(isDown)
  await expect(till.choose(session.id, 'USDC')).rejects.toMatchObject({ code: 'timed_out' })
})

it('one of three nodes that hides money fails no session, and keeps none from being paid', async () => {
  const till = await openTill()
  const [seen, unseen] = [await till.openSession(), await till.openSession()]
  await till.pay(seen, full)
  await till.mine()
  await till.scan(seen)
  await till.pay(unseen, full)
  await till.mine(3)
  till.readThrough(await hidingNode(till, full), till.chain.proxy.rpcUrl, till.chain.rpcUrl)
  for (let round = 0; round < 7; round++) {
    await till.mine(60)
    await till.reconcile()
  }
  expect(await till.statusOf(seen)).toBe('paid')
  expect(await till.statusOf(unseen)).toBe('paid')
})

it('one of two nodes that hides money lets no session expire, as long as the other shows it', async () => {
  const till = await openTill()
  const session = await till.openSession()
  await till.pay(session, full)
  await till.mine(3)
  till.readThrough(await hidingNode(till, full), till.chain.proxy.rpcUrl)
  await till.mine(120)
  expect((await till.reconcile()).reached.get(31337)).toBe('seen')
  expect(await till.statusOf(session)).toBe('detected')
  expect(await till.settle(session)).toBe('detected')
  till.readThrough()
  expect(await till.settle(session)).toBe('paid')
})

it('a deposit stays listed while one of three nodes hides it', async () => {
  const till = await openTill()
  const session = await till.openSession()
  await till.mine(100)
  await till.reconcile()
  await till.pay(session, full)
  await till.mine()
  await till.lookAgain(await till.look(session))
  till.readThrough(await hidingNode(till, full), till.chain.proxy.rpcUrl, till.chain.rpcUrl)
  await till.lookAgain(await till.look(session))
  expect(await till.unmatched()).toMatchObject([{ amountBase: full }])
})
