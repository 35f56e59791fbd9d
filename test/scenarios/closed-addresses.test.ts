import { expect, it, onTestFinished } from 'vitest'
import type { Mode } from '../../shared/kernel/mode.ts'
import { scanClosedAddresses } from '../../shared/payments/ledger/scanning/scan-closed-addresses.ts'
import { loadUnmatchedDeposits } from '../../shared/payments/ledger/store/unmatched-deposits.ts'
import { startTestChain } from '../chain-fixture.ts'
import { openNodes } from '../open-nodes.ts'
import { engineHarness, hex } from './engine-harness.ts'

it('unmatched funds are recorded: after the window, and in another asset', async () => {
  const engine = await engineHarness()
  const session = await engine.openSession()
  const address = hex(session.address)
  await engine.chain.send({ to: address, value: 400_000n })
  await engine.mine(95)
  await engine.reconcile()
  await engine.mine(10)
  await engine.reconcile()
  await engine.mine(10)
  await engine.reconcile()
  expect(await engine.statusOf(session)).toBe('underpaid')

  await engine.chain.mintUsdc(address, 5_000_000n)
  await engine.chain.send({ to: address, value: 700_000n })
  await engine.mine(61)
  expect(await engine.scanClosed()).toMatchObject({ scanned: 1, failures: [] })
  expect(await engine.statusOf(session)).toBe('underpaid')
  const noted = await engine.unmatched()
  expect(noted).toHaveLength(2)
  expect(noted).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ symbol: 'ETH', amountBase: 700_000n, reason: 'after_window' }),
      expect.objectContaining({ symbol: 'USDC', amountBase: 5_000_000n, reason: 'other_asset' }),
    ]),
  )
  expect(await engine.scanClosed()).toMatchObject({ scanned: 0 })
})

it('money on another chain is recorded there, and pays nothing', async () => {
  const engine = await engineHarness()
  const other = await startTestChain({ chainId: 31338 })
  onTestFinished(other.stop)
  const session = await engine.openSession()
  const hash = await other.send({ to: hex(session.address), value: 1_000_000n })
  await other.mine(3)
  // A notification names the transaction.
  expect((await engine.scan(session, [hash]))?.status).toBe('pending')
  await engine.mine(95)
  await engine.reconcile()
  expect(await engine.eventsOf(session)).toEqual(['session.expired'])
  await engine.mine(61)
  expect(await engine.scanClosed(other.client)).toMatchObject({ scanned: 2, failures: [] })
  expect(await engine.unmatched()).toMatchObject([
    { chainId: 31338, symbol: 'ETH', amountBase: 1_000_000n, reason: 'other_chain' },
  ])
  expect(await engine.transfersOf(session)).toEqual([])
})

it('an unreachable chain delays no other, and is scanned by the next run', async () => {
  const engine = await engineHarness()
  const other = await startTestChain({ chainId: 31338 })
  onTestFinished(other.stop)
  const session = await engine.openSession()
  await other.send({ to: hex(session.address), value: 1_000_000n })
  await other.mine(3)
  await engine.mine(95)
  await engine.reconcile()
  await engine.mine(30)
  engine.chain.proxy.intercept(() => ({ error: { code: -32000, message: 'node is down' } }))
  const outage = { name: 'ChainUnavailable', chainId: 31337 }
  const first = await engine.scanClosed(other.client)
  expect(first).toMatchObject({ scanned: 1, failures: [outage], overdueSeconds: 0 })
  expect(await engine.unmatched()).toMatchObject([{ chainId: 31338, reason: 'other_chain' }])
  engine.passSeconds(7200)
  const second = await engine.scanClosed(other.client)
  expect(second).toMatchObject({ scanned: 1, failures: [outage] })
  expect(second.overdueSeconds).toBeGreaterThan(6000)
  engine.chain.proxy.intercept(undefined)
  expect(await engine.scanClosed(other.client)).toMatchObject({ scanned: 1, overdueSeconds: 0 })
  expect(await engine.scanClosed(other.client)).toMatchObject({ scanned: 0 })
})

it('a test chain that hangs does not affect live addresses', async () => {
  const engine = await engineHarness()
  const closed = { status: 'expired', closedAt: engine.clock() } as const
  await engine.openSession({ ...closed, mode: 'test' })
  const { id: sessionId, ...live } = await engine.openSession({ ...closed, mode: 'live' })
  await engine.pay({ id: sessionId, ...live }, 7n)
  await engine.mine(100)
  engine.chain.proxy.intercept(() => 'hang')
  const { chain, rpcUrl } = engine.chain
  const liveChain = openNodes(chain, [rpcUrl])
  const deps = {
    ...engine.deps,
    alert: () => undefined,
    chains: async (mode: Mode) => (mode === 'test' ? [engine.chain.client] : [liveChain]),
  }
  expect(await scanClosedAddresses(deps, { mode: 'live' })).toMatchObject({ failures: [] })
  const noted = await loadUnmatchedDeposits(engine.table, { mode: 'live', sessionId })
  expect(noted).toMatchObject([{ amountBase: 7n }])
})
