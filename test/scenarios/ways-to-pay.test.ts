import { afterEach, describe, expect, it } from 'vitest'
import type { CheckoutSession } from '../../shared/payments/checkout-sessions/rules/checkout-session.ts'
import { otherPayer, payer } from '../chain-fixture.ts'
import { type Address, type EngineHarness, hex } from './engine-harness.ts'
import {
  deployNft,
  deployToken,
  deployWallet,
  tokenCall,
  tokenLock,
  usdcLock,
  walletCall,
} from './paying.ts'
import { withEngine } from './with-engine.ts'

const full = 1_000_000n

let engine: EngineHarness
let wallet: Address

withEngine(async (started) => {
  engine = started
  wallet = await deployWallet(engine)
})
afterEach(() => engine.chain.proxy.intercept(undefined))

/** Checks that nothing counts: the session expires unpaid. */
async function expectUnpaid(session: CheckoutSession): Promise<void> {
  await engine.mine()
  expect((await engine.scan(session))?.status).toBe('pending')
  await engine.mine(33)
  await engine.reconcile()
  expect(await engine.eventsOf(session)).toEqual(['session.expired'])
  expect(await engine.transfersOf(session)).toEqual([])
}

describe('native coin sent by a contract', () => {
  const ways = {
    'a contract wallet': (to: Address) =>
      walletCall(wallet, { name: 'payEach', args: [[to], full] }, full),
    'a constructor': (to: Address) =>
      walletCall(wallet, { name: 'payFromConstructor', args: [to] }, full),
    selfdestruct: (to: Address) =>
      walletCall(wallet, { name: 'payBySelfdestruct', args: [to] }, full),
  }

  it.each(['a contract wallet', 'a constructor', 'selfdestruct'] as const)(
    'from %s is found with its transaction',
    async (way) => {
      const session = await engine.openSession()
      const txHash = await engine.chain.send(ways[way](hex(session.address)))
      await engine.mine()
      expect(await engine.scan(session)).toMatchObject({ status: 'detected', txHash })
      expect(await engine.settle(session)).toBe('paid')
      const [transfer, ...others] = await engine.transfersOf(session)
      expect(transfer).toMatchObject({ txHash, amountBase: full })
      expect(transfer?.from).not.toBe(payer)
      expect(others).toEqual([])
    },
  )

  it('counts even if no node can trace it, without a hash', async () => {
    engine.chain.proxy.intercept(({ method }) =>
      method.startsWith('debug_')
        ? { error: { code: -32601, message: 'the method does not exist' } }
        : undefined,
    )
    const session = await engine.openSession()
    await engine.chain.send(ways.selfdestruct(hex(session.address)))
    await engine.mine()
    expect(await engine.scan(session)).toMatchObject({ status: 'detected', txHash: null })
    expect(await engine.settle(session)).toBe('paid')
    expect(await engine.transfersOf(session)).toMatchObject([{ txHash: null, amountBase: full }])
  })

  it('to two sessions in one transaction pays both', async () => {
    const sessions = [await engine.openSession(), await engine.openSession()]
    const payees = sessions.map(({ address }) => hex(address))
    const payEach = { name: 'payEach', args: [payees, full] } as const
    const txHash = await engine.chain.send(walletCall(wallet, payEach, full * 2n))
    await engine.mine()
    for (const session of sessions) {
      expect(await engine.scan(session)).toMatchObject({ status: 'detected', txHash })
    }
    for (const session of sessions) expect(await engine.settle(session)).toBe('paid')
  })

  it('twice in one transaction is one transfer of the sum', async () => {
    const session = await engine.openSession()
    const to = hex(session.address)
    const payEach = { name: 'payEach', args: [[to, to], full / 2n] } as const
    await engine.chain.send(walletCall(wallet, payEach, full))
    await engine.mine()
    await engine.scan(session)
    expect(await engine.settle(session)).toBe('paid')
    expect(await engine.transfersOf(session)).toMatchObject([{ amountBase: full }])
  })

  it('is all that is recorded if another call in the same block failed', async () => {
    const session = await engine.openSession()
    const to = hex(session.address)
    await engine.chain.send(walletCall(wallet, { name: 'payAndFail', args: [to, full] }, full))
    const payEach = { name: 'payEach', args: [[to], full] } as const
    const txHash = await engine.chain.send(walletCall(wallet, payEach, full))
    await engine.mine()
    expect(await engine.scan(session)).toMatchObject({ status: 'detected', txHash })
    expect(await engine.transfersOf(session)).toMatchObject([{ txHash, amountBase: full }])
  })

  it('does not count if its call failed inside a successful transaction', async () => {
    const session = await engine.openSession()
    const payAndFail = { name: 'payAndFail', args: [hex(session.address), full] } as const
    await engine.chain.send(walletCall(wallet, payAndFail, full))
    await expectUnpaid(session)
  })
})

describe('another asset than the session is priced in', () => {
  it('a token does not count for a session in the native coin', async () => {
    const session = await engine.openSession()
    await engine.payUsdc(session, full)
    await engine.mine()
    expect((await engine.scan(session))?.status).toBe('pending')
    await engine.pay(session, full)
    expect(await engine.settle(session)).toBe('paid')
    expect((await engine.load(session)).received.seenBase).toBe(full)
  })

  it('the native coin does not count for a session in a token', async () => {
    const session = await engine.openSession({ lock: usdcLock(full) })
    await engine.pay(session, full)
    await engine.mine()
    expect((await engine.scan(session))?.status).toBe('pending')
    await engine.payUsdc(session, full)
    await engine.mine()
    expect((await engine.scan(session))?.status).toBe('detected')
    expect(await engine.settle(session)).toBe('paid')
  })

  it.each([
    ['an unknown token', 'XYZ'],
    ['a token that calls itself USDC', 'USDC'],
  ])('%s does not count', async (_what, symbol) => {
    const session = await engine.openSession({ lock: usdcLock(full) })
    const token = await deployToken(engine, { symbol })
    const to = hex(session.address)
    await engine.chain.send(tokenCall({ name: 'transfer', args: [to, full] }, token))
    await engine.chain.send(tokenCall({ name: 'pretend', args: [otherPayer, to, full] }, token))
    await expectUnpaid(session)
  })

  it('a transfer of zero, as used for address poisoning, is ignored', async () => {
    const session = await engine.openSession({ lock: usdcLock(full) })
    const to = hex(session.address)
    await engine.chain.send(tokenCall({ name: 'transferFrom', args: [otherPayer, to, 0n] }))
    await engine.mine()
    expect((await engine.scan(session))?.status).toBe('pending')
    const txHash = await engine.payUsdc(session, full)
    await engine.chain.send(tokenCall({ name: 'transferFrom', args: [otherPayer, to, 0n] }))
    await engine.mine()
    expect((await engine.scan(session))?.txHash).toBe(txHash)
    expect(await engine.settle(session)).toBe('paid')
    expect(await engine.transfersOf(session)).toMatchObject([{ txHash, amountBase: full }])
  })

  it.each(['ETH', 'USDC'])('an NFT does not count towards %s', async (symbol) => {
    const session = await engine.openSession(symbol === 'USDC' ? { lock: usdcLock(full) } : {})
    const nft = await deployNft(engine)
    const mint = { name: 'mint', args: [hex(session.address), full] } as const
    await engine.chain.send(tokenCall(mint, nft))
    await expectUnpaid(session)
  })
})

describe('unusual tokens', () => {
  it('a stablecoin with 18 decimals is counted to its last digit', async () => {
    const token = await deployToken(engine, { symbol: 'USDT', decimals: 18 })
    const amountBase = 25n * 10n ** 18n
    const lock = tokenLock(token, { symbol: 'USDT', decimals: 18, amountBase })
    const [exact, short] = [await engine.openSession({ lock }), await engine.openSession({ lock })]
    const pay = (session: CheckoutSession, value: bigint) =>
      engine.chain.send(tokenCall({ name: 'transfer', args: [hex(session.address), value] }, token))
    await pay(exact, amountBase)
    await pay(short, amountBase - 1n)
    await engine.mine()
    await engine.scan(exact)
    await engine.scan(short)
    expect(await engine.settle(exact)).toBe('paid')
    expect(await engine.settle(short)).toBe('underpaid')
    expect((await engine.load(exact)).received.confirmedBase).toBe(amountBase)
  })

  it('of a token with a transfer fee, the received amount counts', async () => {
    const token = await deployToken(engine, { symbol: 'TAX', feePercent: 1n })
    const lock = tokenLock(token, { symbol: 'TAX', decimals: 6, amountBase: full })
    const session = await engine.openSession({ lock })
    const pay = (value: bigint) =>
      engine.chain.send(tokenCall({ name: 'transfer', args: [hex(session.address), value] }, token))
    await pay(full)
    await engine.mine()
    await engine.scan(session)
    expect(await engine.settle(session)).toBe('underpaid')
    expect((await engine.load(session)).received.confirmedBase).toBe(990_000n)
    await pay(10_101n)
    await engine.mine(3)
    await engine.reconcile()
    expect(await engine.statusOf(session)).toBe('paid')
  })
})
