import { describe, expect, it } from 'vitest'
import { applyFact } from '../../shared/checkout-sessions/apply-fact.ts'
import type { CheckoutSession } from '../../shared/checkout-sessions/rules/checkout-session.ts'
import { candidatesOf } from '../../shared/checkout-sessions/rules/session-terms.ts'
import { countMoney } from '../../shared/ledger/count-money.ts'
import { scanSession } from '../../shared/ledger/scan-session.ts'
import { someSettings } from '../factories.ts'
import { ether, isDown, lateBesideChainDown, onTwoChains, opened, usdc } from './coin-fixture.ts'
import { newPayer } from './paying.ts'
import { hex, type Till } from './till.ts'

/** What is recorded of an asset for an address, by ledger and deposits together. */
async function recorded(till: Till, session: CheckoutSession, tokenAddress: string | null) {
  const standing = (await till.transfersOf(session)).filter(({ orphaned }) => !orphaned)
  return [...standing, ...(await till.unmatched())]
    .filter((entry) => entry.tokenAddress === tokenAddress)
    .reduce((sum, { amountBase }) => sum + amountBase, 0n)
}

describe('what was paid in full and in time is paid, whoever looked when', () => {
  it('though a little in the old coin was noticed before', async () => {
    const { till, session } = await opened()
    await till.choose(session.id, 'USDC')
    await till.pay(session, 1n)
    await till.mine()
    expect(await till.scan(session)).toMatchObject({ status: 'detected', lock: { asset: 'ETH' } })
    await till.payUsdc(session, usdc)
    await till.mine()
    expect(await till.scan(session)).toMatchObject({ lock: { asset: 'USDC' } })
    expect(await till.settle(session)).toBe('paid')
    expect(await till.eventsOf(session)).toEqual(['session.detected', 'session.paid'])
    await till.mine(61)
    await till.lookAtClosed()
    expect(await recorded(till, session, null)).toBe(1n)
  })

  it('though money in the old coin was noticed and left the chain', async () => {
    const { till, session } = await opened()
    await till.choose(session.id, 'USDC')
    await till.pay(session, ether)
    await till.mine()
    await till.scan(session)
    await till.reorganise(1)
    await till.payUsdc(session, usdc)
    await till.mine()
    await till.scan(session)
    expect(await till.settle(session)).toBe('paid')
    expect((await till.look(session)).lock.asset).toBe('USDC')
  })

  it('though its chain was down while a little came on another', async () => {
    const { till, session, other, both } = await onTwoChains()
    await till.choose(session.id, 'ETH', 31338)
    await other.send({ to: hex(session.address), value: ether })
    await till.pay(session, 1n)
    await both(1)
    other.proxy.intercept(isDown)
    await till.scan(session)
    other.proxy.intercept(undefined)
    for (let minute = 0; minute < 3; minute++) {
      await both(7)
      await till.scan(session)
    }
    const paid = { status: 'paid', lock: { chainId: 31338 } }
    expect(await till.look(session)).toMatchObject(paid)
  })

  it('by what the merchant tolerates, at an earlier price too', async () => {
    const { till, session } = await opened({ underpaymentTolerancePercent: 1 })
    till.setEthPrice('2000')
    await till.mine()
    await till.choose(session.id, 'ETH')
    await till.pay(session, (ether * 995n) / 1000n)
    expect(await till.settle(session)).toBe('paid')
  })

  it('late, where an earlier chain was down as it came', async () => {
    const { till, session, both } = await lateBesideChainDown()
    await both(7)
    // More confirmations change nothing, so nobody counts them.
    expect(await till.recheck(session)).toMatchObject({ decided: true })
    till.chain.proxy.intercept(undefined)
    await till.reconcile()
    await till.reconcile()
    const late = { status: 'paid_late', lock: { chainId: 31338 }, received: { seenBase: ether } }
    expect(await till.look(session)).toMatchObject(late)
  })

  it('late, where it turns up after the session had expired', async () => {
    const { till, session } = await opened()
    const paying = await newPayer(till)
    const signed = await paying.sign({ to: hex(session.address), value: ether, nonce: 0 })
    await till.mine()
    await till.choose(session.id, 'USDC')
    await till.mine(32)
    expect((await till.scan(session))?.status).toBe('expired')
    await till.reorganise(8, [[signed, 0]])
    await till.mine()
    for (let minute = 0; minute < 3; minute++) {
      await till.mine(7)
      await till.reconcile()
    }
    const late = { status: 'paid_late', lock: { asset: 'ETH' } }
    expect(await till.look(session)).toMatchObject(late)
  })
})

describe('every unit is recorded once', () => {
  it('though a scan died between the ledger and the decision', async () => {
    const { till, session } = await opened()
    await till.choose(session.id, 'USDC')
    await till.pay(session, 1n)
    await till.mine()
    let asked = 0
    // Asked for each of the two coins, then for the decision.
    const now = () => {
      asked += 1
      if (asked > 2) throw new Error('the process dies')
      return till.clock()
    }
    const dying = { ...till.deps, now }
    const scan = scanSession(dying, { mode: 'test', sessionId: session.id })
    await expect(scan).rejects.toThrow('dies')
    expect(await till.transfersOf(session)).toHaveLength(1)
    await till.payUsdc(session, usdc)
    expect(await till.settle(session)).toBe('paid')
    await till.mine(61)
    await till.lookAtClosed()
    expect(await recorded(till, session, null)).toBe(1n)
  })

  it('though an older count was applied while a newer one was made', async () => {
    const { till, session } = await opened()
    await till.choose(session.id, 'USDC')
    await till.pay(session, 1n)
    await till.mine()
    const [, inCoin] = candidatesOf(await till.look(session))
    if (!inCoin) throw new Error('two coins were asked for')
    const early = await countMoney(till.deps, inCoin, { txHashes: [], reading: undefined })
    await till.payUsdc(session, usdc)
    await till.mine()
    const ref = { mode: 'test', sessionId: session.id } as const
    let asked = 0
    const settings = async () => {
      asked += 1
      if (asked === 2) await applyFact(till.deps, ref, async () => early.fact)
      return someSettings()
    }
    await scanSession({ ...till.deps, settings }, ref)
    expect(await till.settle(session)).toBe('paid')
    await till.mine(61)
    await till.lookAtClosed()
    expect(await recorded(till, session, null)).toBe(1n)
    const { lock } = await till.look(session)
    expect(await recorded(till, session, lock.tokenAddress)).toBe(usdc)
  })
})

it('a coin that was left is looked for by the reconciler, too, before anything is due', async () => {
  const { till, session } = await opened()
  await till.choose(session.id, 'USDC')
  await till.pay(session, ether)
  await till.mine()
  await till.reconcile()
  expect(await till.look(session)).toMatchObject({ status: 'detected', lock: { asset: 'ETH' } })
})

it('the confirmations that count are those of the chain that is paid on', async () => {
  const { till, session, other, both } = await onTwoChains({ confirmations: { 31338: 12 } })
  const view = await till.choose(session.id, 'ETH', 31338)
  expect(view.confirmationsRequired).toBe(12)
  await other.send({ to: hex(session.address), value: ether })
  await both(1)
  await till.scan(session)
  await both(8)
  expect(await till.scan(session)).toMatchObject({ status: 'detected' })
  await both(4)
  expect(await till.scan(session)).toMatchObject({ status: 'paid' })
})

it('another coin can be chosen though a chain that was chosen before is down', async () => {
  const { till, session } = await onTwoChains()
  await till.choose(session.id, 'ETH', 31338)
  till.chain.proxy.intercept(isDown)
  expect((await till.choose(session.id, 'USDC', 31338)).asset).toBe('USDC')
})
