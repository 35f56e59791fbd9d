import { describe, expect, it } from 'vitest'
import { maxChoices } from '../../shared/merchant/checkout/choose-asset.ts'
import type { SessionStatus } from '../../shared/payments/checkout-sessions/rules/checkout-session.ts'
import { ether, isDown, lock, onTwoChains, open, opened, usdc } from './coin-fixture.ts'
import { type EngineHarness, hex } from './engine-harness.ts'
import { newPayer } from './paying.ts'
import { withEngine } from './with-engine.ts'

describe('a coin chosen at checkout', () => {
  it('keeps the address, and gets a new price and deadline', async () => {
    const { engine, session } = await opened()
    await engine.mine(6)
    const view = await engine.choose(session.id, 'USDC')
    expect(view).toMatchObject({
      address: session.address,
      asset: 'USDC',
      assetChosen: true,
      amount: { base: String(usdc), formatted: '25', decimals: 6 },
      expiresAt: new Date(engine.clock().getTime() + 300_000).toISOString(),
      lateUntil: new Date(engine.clock().getTime() + 900_000).toISOString(),
    })
    expect(await engine.load(session)).toMatchObject({ version: session.version + 1 })
    await engine.payUsdc(session, usdc)
    expect(await engine.settle(session)).toBe('paid')
    expect(await engine.eventsOf(session)).toEqual(['session.detected', 'session.paid'])
    expect((await engine.load(session)).lock.asset).toBe('USDC')
  })

  it('may be the one already shown', async () => {
    const { engine, session } = await opened()
    await engine.mine(20)
    engine.setEthPrice('2000')
    const view = await engine.choose(session.id, 'ETH')
    expect(view).toMatchObject({ amount: { formatted: '0.0125' }, assetChosen: true })
    expect(Date.parse(view.expiresAt)).toBeGreaterThan(session.expiresAt.getTime())
  })

  it('makes a price final that was provisional, and starts the time to pay', async () => {
    const { engine } = await opened()
    const opensAt = engine.clock().getTime()
    const expiresAt = new Date(opensAt + 1_800_000)
    const price = { ...lock(engine), expiresAt }
    const session = await engine.openSession({
      assetSelected: false,
      pricing: 'provisional',
      lock: price,
      expiresAt,
    })
    await engine.mine(6)
    engine.setEthPrice('2000')
    const view = await engine.choose(session.id, 'ETH')
    const paidBy = new Date(engine.clock().getTime() + 300_000)
    expect(view).toMatchObject({ provisional: false, expiresAt: paidBy.toISOString() })
    const timers = engine.timers.filter(({ sessionId }) => sessionId === session.id)
    expect(timers).toMatchObject([{ lap: 0 }])
    expect(timers[0]?.at.getTime()).toBeGreaterThan(paidBy.getTime())
    const { otherTerms } = await engine.load(session)
    expect(otherTerms).toMatchObject([{ expiresAt: paidBy, lock: { expiresAt: paidBy } }])
    await engine.mine(7)
    await engine.choose(session.id, 'USDC')
    expect(engine.timers.filter(({ sessionId }) => sessionId === session.id)).toHaveLength(1)
  })

  it('is refused if a scan finds money first', async () => {
    const { engine, session } = await opened()
    await engine.pay(session, ether)
    await engine.mine()
    await expect(engine.choose(session.id, 'USDC')).rejects.toMatchObject({
      code: 'state_changed',
      message: expect.stringContaining('a payment was seen'),
    })
    expect(await engine.load(session)).toMatchObject({ status: 'detected', lock: { asset: 'ETH' } })
  })

  it('is refused if the merchant chose, if it is not offered, and after too many changes', async () => {
    const { engine, session } = await opened()
    const decided = await engine.openSession({ assetSelected: true })
    await expect(engine.choose(decided.id, 'USDC')).rejects.toMatchObject({
      code: 'state_changed',
      message: expect.stringContaining('The seller selected'),
    })
    const refused = { code: 'unsupported_asset', param: 'asset' }
    await expect(engine.choose(session.id, 'DOGE')).rejects.toMatchObject(refused)
    for (let choice = 0; choice < maxChoices; choice++) {
      await engine.mine(7)
      await engine.choose(session.id, choice % 2 ? 'ETH' : 'USDC')
    }
    await engine.mine(7)
    await expect(engine.choose(session.id, 'ETH')).rejects.toMatchObject({
      code: 'state_changed',
      message: expect.stringContaining('changed the coin 10 times'),
    })
  })

  it('is limited per session, even while every choice is refused', async () => {
    const { engine, session } = await opened()
    const other = await engine.openSession(open)
    const limited = Array.from({ length: maxChoices }, () => 'unsupported_asset')
    for (const code of [...limited, 'rate_limit_exceeded']) {
      await expect(engine.choose(session.id, 'DOGE')).rejects.toMatchObject({ code })
    }
    await expect(engine.choose(other.id, 'USDC')).resolves.toMatchObject({ asset: 'USDC' })
  })

  it('is refused while nodes can’t say whether the previous one was paid', async () => {
    const { engine, session } = await opened()
    engine.chain.proxy.intercept(isDown)
    await expect(engine.choose(session.id, 'USDC')).rejects.toMatchObject({ code: 'timed_out' })
    engine.chain.proxy.intercept(undefined)
    expect((await engine.choose(session.id, 'USDC')).asset).toBe('USDC')
  })
})

describe('money in flight while the coin is changed', () => {
  it('selects the asset it was sent in, at the price of that time', async () => {
    const { engine, session } = await opened()
    const paying = await newPayer(engine)
    const signed = await paying.sign({ to: hex(session.address), value: ether, nonce: 0 })
    engine.setEthPrice('2000')
    await engine.choose(session.id, 'USDC')
    await paying.send(signed)
    expect(await engine.settle(session)).toBe('paid')
    const after = await engine.load(session)
    expect(after.lock).toMatchObject({ asset: 'ETH', amountBase: ether })
    expect(after.expiresAt).toEqual(session.expiresAt)
    expect(await engine.eventsOf(session)).toEqual(['session.detected', 'session.paid'])
  })

  it('is found by the reconciler, even after the new deadline, if it came in time', async () => {
    const { engine, session } = await opened()
    await engine.choose(session.id, 'USDC')
    await engine.pay(session, ether)
    await engine.mine(100)
    expect((await engine.reconcile()).failures).toEqual([])
    expect(await engine.load(session)).toMatchObject({ status: 'detected', lock: { asset: 'ETH' } })
    expect(await engine.settle(session)).toBe('paid')
  })

  it('does not count once its own price has expired: the operator sees it', async () => {
    const { engine, session } = await opened()
    await engine.mine(25)
    await engine.choose(session.id, 'USDC')
    await engine.mine(10)
    await engine.pay(session, ether)
    await engine.mine()
    expect(await engine.scan(session)).toMatchObject({ status: 'pending', lock: { asset: 'USDC' } })
    await engine.mine(100)
    await engine.reconcile()
    expect(await engine.eventsOf(session)).toEqual(['session.expired'])
    await engine.mine(61)
    await engine.scanClosed()
    expect(await engine.transfersOf(session)).toEqual([])
    expect(await engine.unmatched()).toMatchObject([
      { symbol: 'ETH', amountBase: ether, reason: 'other_asset' },
    ])
  })

  it.each(['ETH first', 'USDC first'])(
    'in both assets, %s: the earlier terms win, and the other is shown to the operator',
    async (order) => {
      const { engine, session } = await opened()
      await engine.mine(2)
      await engine.choose(session.id, 'USDC')
      const payments = [() => engine.pay(session, ether), () => engine.payUsdc(session, usdc)]
      for (const pay of order === 'ETH first' ? payments : payments.toReversed()) {
        await pay()
        await engine.mine()
        await engine.scan(session)
      }
      expect(await engine.settle(session)).toBe('paid')
      expect((await engine.load(session)).lock.asset).toBe('ETH')
      expect(await engine.eventsOf(session)).toEqual(['session.detected', 'session.paid'])
      await engine.mine(61)
      await engine.scanClosed()
      expect(await engine.unmatched()).toMatchObject([
        { symbol: 'USDC', amountBase: usdc, reason: 'other_asset' },
      ])
    },
  )
})

describe('one coin at two prices', () => {
  let engine: EngineHarness
  withEngine((started) => {
    engine = started
  })

  /** A session over 0.01 ETH, then over 0.0125. */
  async function repriced() {
    engine.setEthPrice('2500')
    const session = await engine.openSession({ ...open, lock: lock(engine) })
    engine.setEthPrice('2000')
    await engine.mine()
    await engine.choose(session.id, 'ETH')
    return session
  }
  const more = 12_500_000_000_000_000n

  type Row = readonly [string, readonly bigint[], readonly [SessionStatus, bigint]]
  it.each<Row>([
    ['the earlier amount in two parts is the full one', [ether / 2n, ether / 2n], ['paid', ether]],
    ['the later amount in two parts is the full one', [more - 1n, 1n], ['paid', more]],
    ['too little for either is short of the later', [ether - 1n], ['underpaid', more]],
    ['too much for either is over the later', [more + 1n], ['overpaid', more]],
  ])('%s', async (_, parts, [status, amountBase]) => {
    const session = await repriced()
    for (const part of parts) {
      await engine.pay(session, part)
      await engine.mine()
      await engine.scan(session)
    }
    expect(await engine.settle(session)).toBe(status)
    expect((await engine.load(session)).lock.amountBase).toBe(amountBase)
  })

  it('the rest of the earlier amount, sent in time, completes it after a first decision', async () => {
    const session = await repriced()
    await engine.pay(session, ether - 5n)
    expect(await engine.settle(session)).toBe('underpaid')
    await engine.pay(session, 5n)
    await engine.mine(7)
    await engine.reconcile()
    expect(await engine.statusOf(session)).toBe('paid')
  })
})

describe('an asset on another chain', () => {
  it('is paid even if the first chain is down, and nothing expires until that chain responds', async () => {
    const { engine, session, other, both } = await onTwoChains()
    const second = await engine.openSession({ ...open, lock: lock(engine) })
    await engine.choose(session.id, 'ETH', 31338)
    await engine.choose(second.id, 'ETH', 31338)
    await engine.pay(second, ether)
    engine.chain.proxy.intercept(isDown)
    await other.send({ to: hex(session.address), value: ether })
    await both(1)
    await engine.reconcile()
    expect(await engine.statusOf(session)).toBe('detected')
    await both(100)
    await engine.reconcile()
    expect(await engine.statusOf(second)).toBe('pending')
    engine.chain.proxy.intercept(undefined)
    await engine.reconcile()
    expect(await engine.load(second)).toMatchObject({
      status: 'detected',
      lock: { chainId: 31337 },
    })
  })
})
