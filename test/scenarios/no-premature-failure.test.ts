import { expect, it, onTestFinished } from 'vitest'
import { payer } from '../chain-fixture.ts'
import { endAt, keepStatesFrom } from './bad-nodes.ts'
import { ether, isDown, onTwoChains, opened, usdc } from './coin-fixture.ts'
import { engineHarness, hex, startEngineHarness } from './engine-harness.ts'
import { deployWallet, usdcLock, walletCall } from './paying.ts'

const full = 1_000_000n

it('a node that is an hour behind makes no session fail', async () => {
  const engine = await engineHarness()
  const session = await engine.openSession()
  const head = await engine.chain.node.getBlockNumber()
  await engine.pay(session, full)
  await engine.mine()
  expect((await engine.scan(session))?.status).toBe('detected')
  await endAt(engine, head)
  for (let round = 0; round < 7; round++) {
    await engine.mine(60)
    await engine.reconcile()
  }
  expect(await engine.statusOf(session)).toBe('detected')
  engine.chain.proxy.intercept(undefined)
  expect(await engine.settle(session)).toBe('paid')
})

it('nor does a node that has stopped since the money left the chain', async () => {
  const engine = await engineHarness()
  const session = await engine.openSession()
  await engine.pay(session, full)
  await engine.mine()
  await engine.scan(session)
  await engine.reorg(1)
  await engine.scan(session)
  await endAt(engine, await engine.chain.node.getBlockNumber())
  await engine.pay(session, full)
  await engine.mine(400)
  await engine.reconcile()
  expect(await engine.statusOf(session)).toBe('detected')
  engine.chain.proxy.intercept(undefined)
  await engine.reconcile()
  expect((await engine.load(session)).vanishedAt).toBeNull()
})

it('a node one block behind does not decide a completed payment as underpaid', async () => {
  const engine = await startEngineHarness({ settings: { acceptTopUps: false } })
  onTestFinished(engine.stop)
  const session = await engine.openSession()
  await engine.pay(session, full / 2n)
  await engine.mine(3)
  await engine.scan(session)
  await engine.mine(8)
  const head = await engine.chain.node.getBlockNumber()
  await engine.pay(session, full / 2n)
  await engine.mine()
  expect(await engine.scan(session)).toMatchObject({ received: { seenBase: full } })
  await endAt(engine, head)
  await expect(engine.recheck(session)).rejects.toThrow('behind a block that was seen')
  engine.chain.proxy.intercept(undefined)
  expect(await engine.settle(session)).toBe('paid')
})

it('a partial payment in one asset does not close a session paid in another, scanned after the window', async () => {
  const { engine, session } = await opened()
  await engine.choose(session.id, 'USDC')
  await engine.pay(session, 1n)
  expect(await engine.settle(session)).toBe('underpaid')
  engine.chain.proxy.intercept(isDown)
  await engine.payUsdc(session, usdc)
  await engine.mine(100)
  engine.chain.proxy.intercept(undefined)
  await engine.reconcile()
  await engine.mine(7)
  await engine.reconcile()
  expect(await engine.load(session)).toMatchObject({ status: 'paid', lock: { asset: 'USDC' } })
})

it('a partial payment on one chain closes nothing while the chain of the payment is down', async () => {
  const { engine, session, other, both } = await onTwoChains()
  await engine.choose(session.id, 'ETH', 31338)
  await engine.pay(session, ether)
  await both(1)
  engine.chain.proxy.intercept(isDown)
  await other.send({ to: hex(session.address), value: 1n })
  for (let minute = 0; minute < 20; minute++) {
    await both(6)
    await engine.reconcile()
  }
  expect(await engine.load(session)).toMatchObject({ status: 'underpaid', closedAt: null })
  engine.chain.proxy.intercept(undefined)
  for (let minute = 0; minute < 3; minute++) {
    await both(7)
    await engine.reconcile()
  }
  expect(await engine.load(session)).toMatchObject({ status: 'paid', lock: { chainId: 31337 } })
})

it('money without a known transaction keeps its time on a node that prunes old states', async () => {
  const engine = await engineHarness()
  await engine.mine(20)
  const session = await engine.openSession()
  const wallet = await deployWallet(engine)
  keepStatesFrom(engine, 0n, { traces: false })
  const payEach = { name: 'payEach', args: [[hex(session.address)], full / 2n] } as const
  await engine.chain.send(walletCall(wallet, payEach, full / 2n))
  await engine.mine()
  expect(await engine.scan(session)).toMatchObject({ status: 'detected', txHash: null })
  const [first] = await engine.transfersOf(session)
  await engine.mine(20)
  const txHash = await engine.pay(session, full / 2n)
  await engine.mine(20)
  keepStatesFrom(engine, (await engine.chain.node.getBlockNumber()) - 5n, { traces: false })
  await engine.scan(session)
  const ledger = await engine.transfersOf(session)
  expect(ledger).toHaveLength(2)
  expect(ledger).toEqual(expect.arrayContaining([first, expect.objectContaining({ txHash })]))
  expect(await engine.settle(session)).toBe('paid')
})

it('the rest of a payment is on time even if a node returns its log later than the balance', async () => {
  const engine = await engineHarness()
  await engine.chain.mintUsdc(payer, full)
  await engine.mine()
  const session = await engine.openSession({ lock: usdcLock(full) })
  await engine.payUsdc(session, full / 2n)
  await engine.mine(28)
  expect((await engine.scan(session))?.status).toBe('detected')
  const txHash = await engine.payUsdc(session, full / 2n)
  await engine.mine(5)
  engine.chain.proxy.intercept(({ method }) =>
    method === 'eth_getLogs' ? { result: [] } : undefined,
  )
  await engine.scan(session)
  expect(await engine.transfersOf(session)).toContainEqual(
    expect.objectContaining({ txHash: null }),
  )
  engine.chain.proxy.intercept(undefined)
  expect(await engine.settle(session)).toBe('paid')
  const standing = (await engine.transfersOf(session)).filter(({ orphaned }) => !orphaned)
  expect(standing).toHaveLength(2)
  expect(standing).toContainEqual(expect.objectContaining({ txHash }))
})

it('a node that fell behind revokes nothing from a closed session', async () => {
  const engine = await engineHarness()
  const session = await engine.openSession()
  const head = await engine.chain.node.getBlockNumber()
  await engine.pay(session, full)
  expect(await engine.settle(session)).toBe('paid')
  await endAt(engine, head)
  const paid = await engine.load(session)
  await expect(engine.recheckClosed(paid)).rejects.toThrow('a closed address could not be checked')
  expect(await engine.transfersOf(session)).toMatchObject([{ amountBase: full, orphaned: false }])
  engine.chain.proxy.intercept(undefined)
  await engine.recheckClosed(paid)
  expect(engine.alerts).toEqual([])
})
