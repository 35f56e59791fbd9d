import { describe, expect, it } from 'vitest'
import { applyFact } from '../../shared/checkout-sessions/apply-fact.ts'
import type { CheckoutSession } from '../../shared/checkout-sessions/rules/checkout-session.ts'
import { candidatesOf } from '../../shared/checkout-sessions/rules/session-terms.ts'
import { countMoney } from '../../shared/ledger/count-money.ts'
import { scanSession } from '../../shared/ledger/scan-session.ts'
import { someSettings } from '../factories.ts'
import { ether, isDown, lateBesideChainDown, onTwoChains, opened, usdc } from './coin-fixture.ts'
import { type EngineHarness, hex } from './engine-harness.ts'
import { newPayer } from './paying.ts'

/** What is recorded of an asset for an address, by ledger and deposits together. */
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

describe('what was paid in full and in time is paid, whoever looked when', () => {
  it('though a little in the old coin was noticed before', async () => {
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

  it('though money in the old coin was noticed and left the chain', async () => {
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

  it('though its chain was down while a little came on another', async () => {
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

  it('by what the merchant tolerates, at an earlier price too', async () => {
    const { engine, session } = await opened({ underpaymentTolerancePercent: 1 })
    engine.setEthPrice('2000')
    await engine.mine()
    await engine.choose(session.id, 'ETH')
    await engine.pay(session, (ether * 995n) / 1000n)
    expect(await engine.settle(session)).toBe('paid')
  })

  it('late, where an earlier chain was down as it came', async () => {
    const { engine, session, both } = await lateBesideChainDown()
    await both(7)
    // More confirmations change nothing, so nobody counts them.
    expect(await engine.recheck(session)).toMatchObject({ decided: true })
    engine.chain.proxy.intercept(undefined)
    await engine.reconcile()
    await engine.reconcile()
    const late = { status: 'paid_late', lock: { chainId: 31338 }, received: { seenBase: ether } }
    expect(await engine.load(session)).toMatchObject(late)
  })

  it('late, where it turns up after the session had expired', async () => {
    const { engine, session } = await opened()
    const paying = await newPayer(engine)
    const signed = await paying.sign({ to: hex(session.address), value: ether, nonce: 0 })
    await engine.mine()
    await engine.choose(session.id, 'USDC')
    await engine.mine(32)
    expect((await engine.scan(session))?.status).toBe('expired')
    await engine.reorg(8, [[signed, 0]])
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
  it('though a scan died between the ledger and the decision', async () => {
    const { engine, session } = await opened()
    await engine.choose(session.id, 'USDC')
    await engine.pay(session, 1n)
    await engine.mine()
    let asked = 0
    // Asked for each of the two coins, then for the decision.
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

  it('though an older count was applied while a newer one was made', async () => {
    const { engine, session } = await opened()
    await engine.choose(session.id, 'USDC')
    await engine.pay(session, 1n)
    await engine.mine()
    const [, inCoin] = candidatesOf(await engine.load(session))
    if (!inCoin) throw new Error('two coins were asked for')
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

it('a coin that was left is looked for by the reconciler, too, before anything is due', async () => {
  const { engine, session } = await opened()
  await engine.choose(session.id, 'USDC')
  await engine.pay(session, ether)
  await engine.mine()
  await engine.reconcile()
  expect(await engine.load(session)).toMatchObject({ status: 'detected', lock: { asset: 'ETH' } })
})

it('the confirmations that count are those of the chain that is paid on', async () => {
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

it('another coin can be chosen though a chain that was chosen before is down', async () => {
  const { engine, session } = await onTwoChains()
  await engine.choose(session.id, 'ETH', 31338)
  engine.chain.proxy.intercept(isDown)
  expect((await engine.choose(session.id, 'USDC', 31338)).asset).toBe('USDC')
})
