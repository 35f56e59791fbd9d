import { toHex } from 'viem'
import { expect, it, onTestFinished } from 'vitest'
import { openChain } from '../../shared/chain/open-chain.ts'
import { nextClosedLookAt } from '../../shared/domain/unmatched-deposit.ts'
import { loadUnmatchedDeposits } from '../../shared/store/unmatched-deposits.ts'
import { lookAtClosedAddresses } from '../../shared/use-cases/look-at-closed-addresses.ts'
import { payer, startTestChain } from '../chain-fixture.ts'
import { later } from '../factories.ts'
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
  expect(await till.lookAtClosed()).toBe(1)
  expect(await till.statusOf(session)).toBe('underpaid')
  const noted = await till.unmatched()
  expect(noted).toHaveLength(2)
  expect(noted).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ symbol: 'ETH', amountBase: 700_000n, reason: 'after_window' }),
      expect.objectContaining({ symbol: 'USDC', amountBase: 5_000_000n, reason: 'other_asset' }),
    ]),
  )
  expect(await till.lookAtClosed()).toBe(0)
})

it('looks every ten minutes for a day, daily for 90 days, then only when asked', () => {
  const closedAt = later(0)
  const next = (hours: number) => nextClosedLookAt(closedAt, later(hours * 3600))
  expect(next(0)).toEqual(later(600))
  expect(next(23)).toEqual(later(23 * 3600 + 600))
  expect(next(24)).toEqual(later(48 * 3600))
  expect(next(90 * 24 - 1)).toEqual(later((91 * 24 - 1) * 3600))
  expect(next(90 * 24)).toBeNull()
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
  expect(await till.lookAtClosed(other.client)).toBe(1)
  expect(await till.unmatched()).toMatchObject([
    { chainId: 31338, symbol: 'ETH', amountBase: 1_000_000n, reason: 'other_chain' },
  ])
  expect(await till.transfersOf(session)).toEqual([])
})

it('a chain out of reach keeps no other from being looked at, and is looked at again soon', async () => {
  const till = await openTill()
  const other = await startTestChain({ chainId: 31338 })
  onTestFinished(other.stop)
  const session = await till.openSession()
  await other.send({ to: hex(session.address), value: 1_000_000n })
  await other.mine()
  await till.mine(95)
  await till.reconcile()
  await till.mine(61)
  till.chain.proxy.intercept(() => ({ error: { code: -32000, message: 'node is down' } }))
  await expect(till.lookAtClosed(other.client)).rejects.toThrow('not looked at')
  expect(await till.unmatched()).toMatchObject([{ chainId: 31338, reason: 'other_chain' }])
  till.chain.proxy.intercept(undefined)
  expect(await till.lookAtClosed(other.client)).toBe(0)
  await till.mine(13)
  expect(await till.lookAtClosed(other.client)).toBe(1)
  expect(await till.lookAtClosed(other.client)).toBe(0)
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
  await expect(till.lookAtClosed()).rejects.toThrow('closed addresses were not looked at')
  expect(await till.unmatched()).toMatchObject([{ sessionId: expired.id, amountBase: 7n }])
  till.chain.proxy.intercept(undefined)
  till.passSeconds(121)
  expect(await till.lookAtClosed()).toBe(1)
})

it('a test chain out of reach keeps no live address from being looked at', async () => {
  const till = await openTill()
  const closed = { status: 'expired', closedAt: till.clock() } as const
  await till.openSession({ ...closed, mode: 'test' })
  const { id: sessionId, ...live } = await till.openSession({ ...closed, mode: 'live' })
  await till.pay({ id: sessionId, ...live }, 7n)
  await till.mine(100)
  const { chain } = till.chain
  const dead = openChain({ chain, rpcUrls: ['http://127.0.0.1:9'] })
  const looking = lookAtClosedAddresses({
    ...{ table: till.table, now: till.clock, alert: () => undefined },
    chains: (mode) => (mode === 'test' ? [dead] : [till.chain.client]),
  })
  await expect(looking).rejects.toThrow('not looked at')
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
