import { expect, it, onTestFinished } from 'vitest'
import { payer } from '../chain-fixture.ts'
import { endAt, hidingNode, keepStatesFrom } from './bad-nodes.ts'
import { ether, isDown, onTwoChains, opened, usdc } from './coin-fixture.ts'
import { deployWallet, usdcLock, walletCall } from './paying.ts'
import { hex, openTill, startTill } from './till.ts'

const full = 1_000_000n

it('a node that fell behind for an hour fails no session', async () => {
  const till = await openTill()
  const session = await till.openSession()
  const head = await till.chain.node.getBlockNumber()
  await till.pay(session, full)
  await till.mine()
  expect((await till.scan(session))?.status).toBe('detected')
  await endAt(till, head)
  for (let round = 0; round < 7; round++) {
    await till.mine(60)
    await till.reconcile()
  }
  expect(await till.statusOf(session)).toBe('detected')
  till.chain.proxy.intercept(undefined)
  expect(await till.settle(session)).toBe('paid')
})

it('a node that stands still since the money left the chain fails none either', async () => {
  const till = await openTill()
  const session = await till.openSession()
  await till.pay(session, full)
  await till.mine()
  await till.scan(session)
  await till.reorganise(1)
  await till.scan(session)
  await endAt(till, await till.chain.node.getBlockNumber())
  await till.pay(session, full)
  await till.mine(400)
  await till.reconcile()
  expect(await till.statusOf(session)).toBe('detected')
  till.chain.proxy.intercept(undefined)
  await till.reconcile()
  expect((await till.look(session)).vanishedAt).toBeNull()
})

it('two nodes that disagree for an hour fail none', async () => {
  const till = await openTill()
  const session = await till.openSession()
  await till.pay(session, full)
  await till.mine()
  await till.scan(session)
  till.readThrough(await hidingNode(till, full), till.chain.proxy.rpcUrl)
  for (let round = 0; round < 7; round++) {
    await till.mine(60)
    await till.reconcile()
  }
  expect(await till.statusOf(session)).toBe('detected')
  till.readThrough()
  expect(await till.settle(session)).toBe('paid')
})

it('a node a block behind does not judge a payment short that was completed', async () => {
  const till = await startTill({ settings: { acceptTopUps: false } })
  onTestFinished(till.stop)
  const session = await till.openSession()
  await till.pay(session, full / 2n)
  await till.mine(3)
  await till.scan(session)
  await till.mine(8)
  const head = await till.chain.node.getBlockNumber()
  await till.pay(session, full / 2n)
  await till.mine()
  expect(await till.scan(session)).toMatchObject({ received: { seenBase: full } })
  await endAt(till, head)
  await expect(till.recheck(session)).rejects.toThrow('behind a block that was seen')
  till.chain.proxy.intercept(undefined)
  expect(await till.settle(session)).toBe('paid')
})

it('a little in one coin does not close a session that was paid in another, seen after the window', async () => {
  const { till, session } = await opened()
  await till.choose(session.id, 'USDC')
  await till.pay(session, 1n)
  expect(await till.settle(session)).toBe('underpaid')
  till.chain.proxy.intercept(isDown)
  await till.payUsdc(session, usdc)
  await till.mine(100)
  till.chain.proxy.intercept(undefined)
  await till.reconcile()
  await till.mine(7)
  await till.reconcile()
  expect(await till.look(session)).toMatchObject({ status: 'paid', lock: { asset: 'USDC' } })
})

it('a little on one chain closes nothing while the chain that was paid on is down', async () => {
  const { till, session, other, both } = await onTwoChains()
  await till.choose(session.id, 'ETH', 31338)
  await till.pay(session, ether)
  await both(1)
  till.chain.proxy.intercept(isDown)
  await other.send({ to: hex(session.address), value: 1n })
  for (let minute = 0; minute < 20; minute++) {
    await both(6)
    await till.reconcile()
  }
  expect(await till.look(session)).toMatchObject({ status: 'underpaid', closedAt: null })
  till.chain.proxy.intercept(undefined)
  for (let minute = 0; minute < 3; minute++) {
    await both(7)
    await till.reconcile()
  }
  expect(await till.look(session)).toMatchObject({ status: 'paid', lock: { chainId: 31337 } })
})

it('money without a transaction keeps its time on a node that forgets old states', async () => {
  const till = await openTill()
  await till.mine(20)
  const session = await till.openSession()
  const wallet = await deployWallet(till)
  keepStatesFrom(till, 0n, { traces: false })
  const payEach = { name: 'payEach', args: [[hex(session.address)], full / 2n] } as const
  await till.chain.send(walletCall(wallet, payEach, full / 2n))
  await till.mine()
  expect(await till.scan(session)).toMatchObject({ status: 'detected', txHash: null })
  const [first] = await till.transfersOf(session)
  await till.mine(20)
  const txHash = await till.pay(session, full / 2n)
  await till.mine(20)
  keepStatesFrom(till, (await till.chain.node.getBlockNumber()) - 5n, { traces: false })
  await till.scan(session)
  const ledger = await till.transfersOf(session)
  expect(ledger).toHaveLength(2)
  expect(ledger).toEqual(expect.arrayContaining([first, expect.objectContaining({ txHash })]))
  expect(await till.settle(session)).toBe('paid')
})

it('a rest that came in time is on time, though a node gives its log later than the balance', async () => {
  const till = await openTill()
  await till.chain.mintUsdc(payer, full)
  await till.mine()
  const session = await till.openSession({ lock: usdcLock(full) })
  await till.payUsdc(session, full / 2n)
  await till.mine(28)
  expect((await till.scan(session))?.status).toBe('detected')
  const txHash = await till.payUsdc(session, full / 2n)
  await till.mine(5)
  till.chain.proxy.intercept(({ method }) =>
    method === 'eth_getLogs' ? { result: [] } : undefined,
  )
  await till.scan(session)
  expect(await till.transfersOf(session)).toContainEqual(expect.objectContaining({ txHash: null }))
  till.chain.proxy.intercept(undefined)
  expect(await till.settle(session)).toBe('paid')
  const standing = (await till.transfersOf(session)).filter(({ orphaned }) => !orphaned)
  expect(standing).toHaveLength(2)
  expect(standing).toContainEqual(expect.objectContaining({ txHash }))
})

it('a node that fell behind takes nothing back from a session that is over', async () => {
  const till = await openTill()
  const session = await till.openSession()
  const head = await till.chain.node.getBlockNumber()
  await till.pay(session, full)
  expect(await till.settle(session)).toBe('paid')
  await endAt(till, head)
  const paid = await till.look(session)
  await expect(till.lookAgain(paid)).rejects.toThrow('a closed address was not checked')
  expect(await till.transfersOf(session)).toMatchObject([{ amountBase: full, orphaned: false }])
  till.chain.proxy.intercept(undefined)
  await till.lookAgain(paid)
  expect(till.alerts).toEqual([])
})
