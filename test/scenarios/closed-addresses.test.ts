import { toHex } from 'viem'
import { expect, it, onTestFinished } from 'vitest'
import { openChain } from '../../shared/chain/open-chain.ts'
import type { Mode } from '../../shared/kernel/mode.ts'
import { scanClosedAddresses } from '../../shared/ledger/scan-closed-addresses.ts'
import { loadUnmatchedDeposits } from '../../shared/ledger/store/unmatched-deposits.ts'
import { payer, startTestChain } from '../chain-fixture.ts'
import { isDown } from './coin-fixture.ts'
import { hex, openTill } from './till.ts'

it('money that no session counts is noted: after the window, and in another asset', async () => {
  const till = await openTill()
  const session = await till.openSession()
  const address = hex(session.address)
  await till.chain.send({ to: address, value: 400_000n })
  await till.mine(95)
  await till.reconcile()
  await till.mine(10)
  await till.reconcile()
  await till.mine(10)
  await till.reconcile()
  expect(await till.statusOf(session)).toBe('underpaid')

  await till.chain.mintUsdc(address, 5_000_000n)
  await till.chain.send({ to: address, value: 700_000n })
  await till.mine(61)
  expect(await till.lookAtClosed()).toMatchObject({ scanned: 1, failures: [] })
  expect(await till.statusOf(session)).toBe('underpaid')
  const noted = await till.unmatched()
  expect(noted).toHaveLength(2)
  expect(noted).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ symbol: 'ETH', amountBase: 700_000n, reason: 'after_window' }),
      expect.objectContaining({ symbol: 'USDC', amountBase: 5_000_000n, reason: 'other_asset' }),
    ]),
  )
  expect(await till.lookAtClosed()).toMatchObject({ scanned: 0 })
})

it('a token instead of the coin expires the session, and is the operator’s to see', async () => {
  const till = await openTill()
  await till.chain.mintUsdc(payer, 5_000_000n)
  const session = await till.openSession()
  await till.payUsdc(session, 5_000_000n)
  await till.mine(95)
  await till.reconcile()
  expect(await till.eventsOf(session)).toEqual(['session.expired'])
  await till.mine(61)
  await till.lookAtClosed()
  expect(await till.unmatched()).toMatchObject([
    { symbol: 'USDC', amountBase: 5_000_000n, reason: 'other_asset', sessionId: session.id },
  ])
})

it('too little that came late is the operator’s to see, and pays nothing', async () => {
  const till = await openTill()
  const session = await till.openSession()
  await till.mine(31)
  await till.reconcile()
  await till.pay(session, 999_999n)
  await till.mine(70)
  await till.reconcile()
  expect(await till.eventsOf(session)).toEqual(['session.expired'])
  await till.mine(61)
  await till.lookAtClosed()
  expect(await till.unmatched()).toMatchObject([
    { symbol: 'ETH', amountBase: 999_999n, reason: 'late_and_short', sessionId: session.id },
  ])
})

it('money on another chain is noted there, and pays nothing', async () => {
  const till = await openTill()
  const other = await startTestChain({ chainId: 31338 })
  onTestFinished(other.stop)
  const session = await till.openSession()
  const hash = await other.send({ to: hex(session.address), value: 1_000_000n })
  await other.mine()
  // As its notification names it.
  expect((await till.scan(session, [hash]))?.status).toBe('pending')
  await till.mine(95)
  await till.reconcile()
  expect(await till.eventsOf(session)).toEqual(['session.expired'])
  await till.mine(61)
  expect(await till.lookAtClosed(other.client)).toMatchObject({ scanned: 2, failures: [] })
  expect(await till.unmatched()).toMatchObject([
    { chainId: 31338, symbol: 'ETH', amountBase: 1_000_000n, reason: 'other_chain' },
  ])
  expect(await till.transfersOf(session)).toEqual([])
})

it('a chain out of reach keeps no other from being looked at, and is scanned with the next run', async () => {
  const till = await openTill()
  const other = await startTestChain({ chainId: 31338 })
  onTestFinished(other.stop)
  const session = await till.openSession()
  await other.send({ to: hex(session.address), value: 1_000_000n })
  await other.mine()
  await till.mine(95)
  await till.reconcile()
  await till.mine(30)
  till.chain.proxy.intercept(() => ({ error: { code: -32000, message: 'node is down' } }))
  const outage = { name: 'ChainUnavailable', chainId: 31337 }
  const first = await till.lookAtClosed(other.client)
  expect(first).toMatchObject({ scanned: 1, failures: [outage], overdueSeconds: 0 })
  expect(await till.unmatched()).toMatchObject([{ chainId: 31338, reason: 'other_chain' }])
  till.passSeconds(7200)
  const second = await till.lookAtClosed(other.client)
  expect(second).toMatchObject({ scanned: 1, failures: [outage] })
  expect(second.overdueSeconds).toBeGreaterThan(6000)
  till.chain.proxy.intercept(undefined)
  expect(await till.lookAtClosed(other.client)).toMatchObject({ scanned: 1, overdueSeconds: 0 })
  expect(await till.lookAtClosed(other.client)).toMatchObject({ scanned: 0 })
})

it('an address that can not be judged keeps no other from being looked at', async () => {
  const till = await openTill()
  const [paid, expired] = [await till.openSession(), await till.openSession()]
  await till.pay(paid, 1_000_000n)
  await till.settle(paid)
  const [{ blockNumber } = { blockNumber: 0n }] = await till.transfersOf(paid)
  await till.mine(95)
  await till.reconcile()
  await till.chain.send({ to: hex(expired.address), value: 7n })
  await till.mine(61)
  till.chain.proxy.intercept(({ method, params }) =>
    method === 'eth_getBlockByNumber' && JSON.stringify(params).includes(toHex(blockNumber))
      ? isDown()
      : undefined,
  )
  const failed = await till.lookAtClosed()
  expect(failed).toMatchObject({ scanned: 2, failures: [{ name: 'ChainUnavailable' }] })
  expect(await till.unmatched()).toMatchObject([{ sessionId: expired.id, amountBase: 7n }])
  till.passSeconds(600)
  expect(await till.lookAtClosed()).toMatchObject({ failures: [{ name: 'ChainUnavailable' }] })
  till.passSeconds(600)
  const backedOff = await till.lookAtClosed()
  expect(backedOff).toMatchObject({ scanned: 2, failures: [] })
})

it('a test chain that hangs is no concern of live addresses', async () => {
  const till = await openTill()
  const closed = { status: 'expired', closedAt: till.clock() } as const
  await till.openSession({ ...closed, mode: 'test' })
  const { id: sessionId, ...live } = await till.openSession({ ...closed, mode: 'live' })
  await till.pay({ id: sessionId, ...live }, 7n)
  await till.mine(100)
  till.chain.proxy.intercept(() => 'hang')
  const { chain, rpcUrl } = till.chain
  const liveChain = openChain({ chain, rpcUrls: [rpcUrl] })
  const deps = {
    ...till.deps,
    alert: () => undefined,
    chains: (mode: Mode) => (mode === 'test' ? [till.chain.client] : [liveChain]),
  }
  expect(await scanClosedAddresses(deps, { mode: 'live' })).toMatchObject({ failures: [] })
  const noted = await loadUnmatchedDeposits(till.table, { mode: 'live', sessionId })
  expect(noted).toMatchObject([{ amountBase: 7n }])
})

it('a deposit that leaves the chain again is listed no more', async () => {
  const till = await openTill()
  const session = await till.openSession()
  await till.mine(95)
  await till.reconcile()
  await till.chain.mintUsdc(hex(session.address), 5_000_000n)
  await till.mine()
  await till.lookAgain(await till.look(session))
  expect(await till.unmatched()).toMatchObject([{ symbol: 'USDC', amountBase: 5_000_000n }])
  await till.reorganise(1)
  await till.lookAgain(await till.look(session))
  expect(await till.unmatched()).toEqual([])
})
