import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { maxChoices } from '../../shared/checkout-sessions/choose-asset.ts'
import type { SessionStatus } from '../../shared/checkout-sessions/rules/checkout-session.ts'
import { ether, isDown, lock, onTwoChains, open, opened, usdc } from './coin-fixture.ts'
import { newPayer } from './paying.ts'
import { hex, startTill, type Till } from './till.ts'

describe('a coin chosen at checkout', () => {
  it('keeps the address, has a new price and a new window', async () => {
    const { till, session } = await opened()
    await till.mine(6)
    const view = await till.choose(session.id, 'USDC')
    expect(view).toMatchObject({
      address: session.address,
      asset: 'USDC',
      assetChosen: true,
      amount: { base: String(usdc), formatted: '25', decimals: 6 },
      expiresAt: new Date(till.clock().getTime() + 300_000).toISOString(),
      lateUntil: new Date(till.clock().getTime() + 900_000).toISOString(),
    })
    await till.payUsdc(session, usdc)
    expect(await till.settle(session)).toBe('paid')
    expect(await till.eventsOf(session)).toEqual(['session.detected', 'session.paid'])
    expect((await till.look(session)).lock.asset).toBe('USDC')
  })

  it('is a choice also where it is the coin already shown', async () => {
    const { till, session } = await opened()
    await till.mine(20)
    till.setEthPrice('2000')
    const view = await till.choose(session.id, 'ETH')
    expect(view).toMatchObject({ amount: { formatted: '0.0125' }, assetChosen: true })
    expect(Date.parse(view.expiresAt)).toBeGreaterThan(session.expiresAt.getTime())
  })

  it('is refused once money is there, which is looked for first', async () => {
    const { till, session } = await opened()
    await till.pay(session, ether)
    await till.mine()
    await expect(till.choose(session.id, 'USDC')).rejects.toMatchObject({ code: 'state_changed' })
    expect(await till.look(session)).toMatchObject({ status: 'detected', lock: { asset: 'ETH' } })
  })

  it('is refused where the merchant decided, where it is not offered, and too many times', async () => {
    const { till, session } = await opened()
    const decided = await till.openSession({ assetSelected: true })
    await expect(till.choose(decided.id, 'USDC')).rejects.toMatchObject({ code: 'state_changed' })
    const refused = { code: 'unsupported_asset', param: 'asset' }
    await expect(till.choose(session.id, 'DOGE')).rejects.toMatchObject(refused)
    for (let choice = 0; choice < maxChoices; choice++) {
      await till.mine(7)
      await till.choose(session.id, choice % 2 ? 'ETH' : 'USDC')
    }
    await till.mine(7)
    await expect(till.choose(session.id, 'ETH')).rejects.toThrow('was changed 10 times')
  })

  it('has to wait while nobody can tell whether the one shown was paid', async () => {
    const { till, session } = await opened()
    till.chain.proxy.intercept(isDown)
    await expect(till.choose(session.id, 'USDC')).rejects.toMatchObject({ code: 'timed_out' })
    till.chain.proxy.intercept(undefined)
    expect((await till.choose(session.id, 'USDC')).asset).toBe('USDC')
  })
})

describe('money in flight while the coin is changed', () => {
  it('selects the coin it was sent in, by the price of then', async () => {
    const { till, session } = await opened()
    const paying = await newPayer(till)
    const signed = await paying.sign({ to: hex(session.address), value: ether, nonce: 0 })
    till.setEthPrice('2000')
    await till.choose(session.id, 'USDC')
    await paying.send(signed)
    expect(await till.settle(session)).toBe('paid')
    const after = await till.look(session)
    expect(after.lock).toMatchObject({ asset: 'ETH', amountBase: ether })
    expect(after.expiresAt).toEqual(session.expiresAt)
    expect(await till.eventsOf(session)).toEqual(['session.detected', 'session.paid'])
  })

  it('is found by the reconciler alone, and after the new window, as long as it came in time', async () => {
    const { till, session } = await opened()
    await till.choose(session.id, 'USDC')
    await till.pay(session, ether)
    await till.mine(100)
    expect((await till.reconcile()).failures).toEqual([])
    expect(await till.look(session)).toMatchObject({ status: 'detected', lock: { asset: 'ETH' } })
    expect(await till.settle(session)).toBe('paid')
  })

  it('is not the session’s once its own price is over: the operator sees it', async () => {
    const { till, session } = await opened()
    await till.mine(25)
    await till.choose(session.id, 'USDC')
    await till.mine(10)
    await till.pay(session, ether)
    await till.mine()
    expect(await till.scan(session)).toMatchObject({ status: 'pending', lock: { asset: 'USDC' } })
    await till.mine(100)
    await till.reconcile()
    expect(await till.eventsOf(session)).toEqual(['session.expired'])
    await till.mine(61)
    await till.lookAtClosed()
    expect(await till.transfersOf(session)).toEqual([])
    expect(await till.unmatched()).toMatchObject([
      { symbol: 'ETH', amountBase: ether, reason: 'other_asset' },
    ])
  })

  it('in both coins: the one now shown is the payment, the other is the operator’s to see', async () => {
    const { till, session } = await opened()
    await till.choose(session.id, 'USDC')
    await till.pay(session, ether)
    await till.payUsdc(session, usdc)
    expect(await till.settle(session)).toBe('paid')
    expect((await till.look(session)).lock.asset).toBe('USDC')
    await till.mine(61)
    await till.lookAtClosed()
    expect(await till.unmatched()).toMatchObject([{ symbol: 'ETH', amountBase: ether }])
  })

  it('a little in the old coin does not keep the new one from being paid at the same time', async () => {
    const { till, session } = await opened()
    await till.choose(session.id, 'USDC')
    await till.pay(session, 1n)
    await till.payUsdc(session, usdc)
    expect(await till.settle(session)).toBe('paid')
    expect((await till.look(session)).lock.asset).toBe('USDC')
  })
})

describe('one coin at two prices', () => {
  let till: Till
  beforeAll(async () => {
    till = await startTill()
  })
  afterAll(() => till.stop())

  /** A session over 0.01 ETH, then over 0.0125. */
  async function repriced() {
    till.setEthPrice('2500')
    const session = await till.openSession({ ...open, lock: lock(till) })
    till.setEthPrice('2000')
    await till.mine()
    await till.choose(session.id, 'ETH')
    return session
  }
  const more = 12_500_000_000_000_000n

  type Row = readonly [string, readonly bigint[], readonly [SessionStatus, bigint]]
  it.each<Row>([
    ['the earlier amount is the full one', [ether], ['paid', ether]],
    ['the later amount is the full one', [more], ['paid', more]],
    ['the earlier amount in two parts is the full one', [ether / 2n, ether / 2n], ['paid', ether]],
    ['the later amount in two parts is the full one', [more - 1n, 1n], ['paid', more]],
    ['too little for either is short of the later', [ether - 1n], ['underpaid', more]],
    ['too much for either is over the later', [more + 1n], ['overpaid', more]],
  ])('%s', async (_, parts, [status, amountBase]) => {
    const session = await repriced()
    for (const part of parts) {
      await till.pay(session, part)
      await till.mine()
      await till.scan(session)
    }
    expect(await till.settle(session)).toBe(status)
    expect((await till.look(session)).lock.amountBase).toBe(amountBase)
  })

  it('a rest that completes the earlier amount in time does so after a first judgement', async () => {
    const session = await repriced()
    await till.pay(session, ether - 5n)
    expect(await till.settle(session)).toBe('underpaid')
    await till.pay(session, 5n)
    await till.mine(7)
    await till.reconcile()
    expect(await till.statusOf(session)).toBe('paid')
  })
})

describe('a coin of another chain', () => {
  it('is paid there', async () => {
    const { till, session, other, both } = await onTwoChains()
    const view = await till.choose(session.id, 'ETH', 31338)
    expect(view).toMatchObject({ chainId: 31338, address: session.address })
    await other.send({ to: hex(session.address), value: ether })
    await both(1)
    await till.scan(session)
    await both(10)
    expect(await till.scan(session)).toMatchObject({ status: 'paid', lock: { chainId: 31338 } })
  })

  it('is paid though the first chain is down, and nothing expires until that one has answered', async () => {
    const { till, session, other, both } = await onTwoChains()
    const second = await till.openSession({ ...open, lock: lock(till) })
    await till.choose(session.id, 'ETH', 31338)
    await till.choose(second.id, 'ETH', 31338)
    await till.pay(second, ether)
    till.chain.proxy.intercept(isDown)
    await other.send({ to: hex(session.address), value: ether })
    await both(1)
    await till.reconcile()
    expect(await till.statusOf(session)).toBe('detected')
    await both(100)
    await till.reconcile()
    expect(await till.statusOf(second)).toBe('pending')
    till.chain.proxy.intercept(undefined)
    await till.reconcile()
    expect(await till.look(second)).toMatchObject({ status: 'detected', lock: { chainId: 31337 } })
  })
})
