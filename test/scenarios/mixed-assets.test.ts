import { describe, expect, it } from 'vitest'
import type { CheckoutSession } from '../../shared/payments/checkout-sessions/rules/checkout-session.ts'
import { candidatesOf } from '../../shared/payments/checkout-sessions/rules/session-terms.ts'
import { applyFact } from '../../shared/payments/ledger/apply-fact.ts'
import { countMoney } from '../../shared/payments/ledger/scanning/count-money.ts'
import { scanSession } from '../../shared/payments/ledger/scanning/scan-session.ts'
import { someSettings } from '../factories.ts'
import { ether, isDown, onTwoChains, opened, usdc } from './coin-fixture.ts'
import { type EngineHarness, hex } from './engine-harness.ts'
import { newPayer } from './paying.ts'

/** The recorded amount of an asset at an address, in ledger and deposits together. */
async function recorded(
  engine: EngineHarness,
  session: CheckoutSession,
  tokenAddress: string | null,
) {
  const standing = (await engine.transfersOf(session)).filter(({ orphaned }) => !orphaned)
  return [...standing, ...(await engine.unmatched())]
    .filter((entry) => entry.tokenAddress === tokenAddress)
    .reduce((sum, { amountBase }) => sum + amountBase, 0n)
}

describe('a full payment in time counts, whenever it is scanned', () => {
  it('even if a partial payment in the old asset was detected before', async () => {
    const { engine, session } = await opened()
    await engine.choose(session.id, 'USDC')
    await engine.pay(session, 1n)
    await engine.mine()
    expect(await engine.scan(session)).toMatchObject({ status: 'detected', lock: { asset: 'ETH' } })
    await engine.payUsdc(session, usdc)
    await engine.mine()
    expect(await engine.scan(session)).toMatchObject({ lock: { asset: 'USDC' } })
    expect(await engine.settle(session)).toBe('paid')
    expect(await engine.eventsOf(session)).toEqual(['session.detected', 'session.paid'])
    await engine.mine(61)
    await engine.scanClosed()
    expect(await recorded(engine, session, null)).toBe(1n)
  })

  it('even if money in the old asset was detected and left the chain', async () => {
    const { engine, session } = await opened()
    await engine.choose(session.id, 'USDC')
    await engine.pay(session, ether)
    await engine.mine()
    await engine.scan(session)
    await engine.reorg(1)
    await engine.payUsdc(session, usdc)
    await engine.mine()
    await engine.scan(session)
    expect(await engine.settle(session)).toBe('paid')
    expect((await engine.load(session)).lock.asset).toBe('USDC')
  })

  it('even if its chain was down while a partial payment came on another', async () => {
    const { engine, session, other, both } = await onTwoChains()
    await engine.choose(session.id, 'ETH', 31338)
    await other.send({ to: hex(session.address), value: ether })
    await engine.pay(session, 1n)
    await both(1)
    other.proxy.intercept(isDown)
    await engine.scan(session)
    other.proxy.intercept(undefined)
    for (let minute = 0; minute < 3; minute++) {
      await both(7)
      await engine.scan(session)
    }
    const paid = { status: 'paid', lock: { chainId: 31338 } }
    expect(await engine.load(session)).toMatchObject(paid)
  })

  it('late, if it is found after the session expired', async () => {
    const { engine, session } = await opened()
    const paying = await newPayer(engine)
    const signed = await paying.sign({ to: hex(session.address), value: ether, nonce: 0 })
    await engine.mine()
    await engine.choose(session.id, 'USDC')
    await engine.mine(34)
    expect((await engine.scan(session))?.status).toBe('expired')
    await engine.reorg(10, [[signed, 0]])
    await engine.mine()
    for (let minute = 0; minute < 3; minute++) {
      await engine.mine(7)
      await engine.reconcile()
    }
    const late = { status: 'paid_late', lock: { asset: 'ETH' } }
    expect(await engine.load(session)).toMatchObject(late)
  })
})

describe('every unit is recorded once', () => {
  it('even if a scan died between the ledger and the decision', async () => {
    const { engine, session } = await opened()
    await engine.choose(session.id, 'USDC')
    await engine.pay(session, 1n)
    await engine.mine()
    let asked = 0
    // Called for each of the two assets, then for the decision.
    const now = () => {
      asked += 1
      if (asked > 2) throw new Error('the process dies')
      return engine.clock()
    }
    const dying = { ...engine.deps, now }
    const scan = scanSession(dying, { mode: 'test', sessionId: session.id })
    await expect(scan).rejects.toThrow('dies')
    expect(await engine.transfersOf(session)).toHaveLength(1)
    await engine.payUsdc(session, usdc)
    expect(await engine.settle(session)).toBe('paid')
    await engine.mine(61)
    await engine.scanClosed()
    expect(await recorded(engine, session, null)).toBe(1n)
  })

  it('even if an older count was applied during a newer one', async () => {
    const { engine, session } = await opened()
    await engine.choose(session.id, 'USDC')
    await engine.pay(session, 1n)
    await engine.mine()
    const [, inCoin] = candidatesOf(await engine.load(session))
    if (!inCoin) throw new Error('the session has two terms')
    const early = await countMoney(engine.deps, inCoin, { txHashes: [], reading: undefined })
    await engine.payUsdc(session, usdc)
    await engine.mine()
    const ref = { mode: 'test', sessionId: session.id } as const
    let asked = 0
    const settings = async () => {
      asked += 1
      if (asked === 2) await applyFact(engine.deps, ref, async () => early.fact)
      return someSettings()
    }
    await scanSession({ ...engine.deps, settings }, ref)
    expect(await engine.settle(session)).toBe('paid')
    await engine.mine(61)
    await engine.scanClosed()
    expect(await recorded(engine, session, null)).toBe(1n)
    const { lock } = await engine.load(session)
    expect(await recorded(engine, session, lock.tokenAddress)).toBe(usdc)
  })
})

it('the reconciler also scans a previous asset before anything is due', async () => {
  const { engine, session } = await opened()
  await engine.choose(session.id, 'USDC')
  await engine.pay(session, ether)
  await engine.mine()
  await engine.reconcile()
  expect(await engine.load(session)).toMatchObject({ status: 'detected', lock: { asset: 'ETH' } })
})

it('confirmations are counted on the chain of the payment', async () => {
  const { engine, session, other, both } = await onTwoChains({ confirmations: { 31338: 12 } })
  const view = await engine.choose(session.id, 'ETH', 31338)
  expect(view.confirmationsRequired).toBe(12)
  await other.send({ to: hex(session.address), value: ether })
  await both(1)
  await engine.scan(session)
  await both(8)
  expect(await engine.scan(session)).toMatchObject({ status: 'detected' })
  await both(4)
  expect(await engine.scan(session)).toMatchObject({ status: 'paid' })
})

it('another asset can be chosen even if a previously chosen chain is down', async () => {
  const { engine, session } = await onTwoChains()
  await engine.choose(session.id, 'ETH', 31338)
  engine.chain.proxy.intercept(isDown)
  expect((await engine.choose(session.id, 'USDC', 31338)).asset).toBe('USDC')
})
