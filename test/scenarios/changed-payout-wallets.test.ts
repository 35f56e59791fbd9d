import { decodeFunctionData, multicall3Abi, parseAbi, parseTransaction } from 'viem'
import { beforeEach, describe, expect, it } from 'vitest'
import { localAddresses } from '../../shared/chain/local-addresses.ts'
import type { CheckoutSession } from '../../shared/payments/checkout-sessions/rules/checkout-session.ts'
import type { Sweep } from '../../shared/payments/holdings/rules/sweep.ts'
import { loadSweep, loadTransaction } from '../../shared/payments/holdings/store/sweeps.ts'
import type { Tether } from './each-sweeping.ts'
import type { EngineHarness } from './engine-harness.ts'
import { coinLock, tokenLock, usdcLock } from './paying.ts'
import {
  deployTether,
  payout as former,
  inEffect,
  ledgerProblems,
  type Sweeping,
  startSweeping,
} from './sweeping.ts'
import { withEngine } from './with-engine.ts'

const next = '0x0000000000000000000000000000000000005afe'
const coin = 10n ** 18n
const usdc = 25_000_000n

let engine: EngineHarness
let sweeping: Sweeping
let tether: Tether
let wallet = inEffect(former)

withEngine(async (started) => {
  engine = started
  tether = await deployTether(engine)
})
beforeEach(async () => {
  wallet = inEffect(former)
  const services = { payoutWallet: async () => wallet }
  sweeping = startSweeping(engine, { tokens: [tether.token], services })
  await sweeping.fundGasWallet()
  await engine.mineAfter(400)
})

/** Pays a session so that its sweep takes one transaction of its own address, or of the gas wallet. */
const payments = {
  async native(): Promise<CheckoutSession> {
    const session = await sweeping.openPaid(coinLock(coin))
    await engine.pay(session, coin)
    await engine.mine(4)
    return session
  },
  async token(): Promise<CheckoutSession> {
    const lock = { symbol: 'USDT', decimals: 6, amountBase: usdc }
    const session = await sweeping.openPaid(tokenLock(tether.token.address, lock))
    await tether.mint(session.address, usdc)
    await engine.mine(4)
    await sweeping.run()
    await engine.mine(4)
    return session
  },
  async authorized(): Promise<CheckoutSession> {
    const session = await sweeping.openPaid(usdcLock(usdc))
    await engine.payUsdc(session, usdc)
    await engine.mine(4)
    return session
  },
}
type Kind = keyof typeof payments

const rawOf = async (sweep: Sweep) => (await loadTransaction(engine.table, sweep)) ?? '0x'

/** The transactions that a run sends. */
async function sent(): Promise<unknown[]> {
  const { requests } = engine.chain.proxy
  const from = requests.length
  await sweeping.run()
  const sending = requests.slice(from).filter(({ method }) => method === 'eth_sendRawTransaction')
  return sending.flatMap(({ params }) => params)
}

const assetOf = ({ lock }: CheckoutSession) => lock.tokenAddress

const settled = async (sweep: Sweep) => loadSweep(engine.table, sweep.mode, sweep.id)

describe.each<Kind>(['native', 'token', 'authorized'])(
  'a %s sweep that is stuck when a change takes effect',
  (kind) => {
    it('is replaced at its nonce by one to the wallet in effect, and never sent again', async () => {
      const session = await payments[kind]()
      await sweeping.run()
      const stuck = await sweeping.sweepOf(session, kind)
      expect(stuck).toMatchObject({ status: 'broadcast', recipient: former })
      const old = await rawOf(stuck)
      const before = await sweeping.balance(next, assetOf(session))
      await engine.chain.node.dropTransaction({ hash: `0x${stuck.attempts[0]?.hash.slice(2)}` })
      await engine.mineAfter(3 * 86_400)
      wallet = inEffect(next, [former])
      const transactions = await sent()
      expect(transactions).not.toContain(old)
      const replaced = await settled(stuck)
      expect(replaced).toMatchObject({ nonce: stuck.nonce, recipient: next })
      expect(replaced?.attempts.map(({ recipient }) => recipient)).toEqual([former, next])
      await engine.mine(4)
      await sweeping.runToEnd()
      expect(await settled(stuck)).toMatchObject({ status: 'final', recipient: next })
      expect(await sweeping.balance(session.address, assetOf(session))).toBe(0n)
      expect(await sweeping.balance(next, assetOf(session))).toBeGreaterThan(before)
      expect(await ledgerProblems(sweeping)).toEqual([])
    })

    it('counts at the former one if that transaction is mined all the same', async () => {
      const session = await payments[kind]()
      await sweeping.run()
      const stuck = await sweeping.sweepOf(session, kind)
      const [before, old] = [await sweeping.balance(former, assetOf(session)), await rawOf(stuck)]
      wallet = inEffect(next, [former])
      await sweeping.run()
      const [first, second] = (await settled(stuck))?.attempts ?? []
      for (const { hash } of [first, second].flatMap((attempt) => attempt ?? [])) {
        await engine.chain.node.dropTransaction({ hash: `0x${hash.slice(2)}` })
      }
      await engine.chain.node.sendRawTransaction({ serializedTransaction: old })
      await engine.mine(4)
      await sweeping.runToEnd()
      const final = await settled(stuck)
      expect(final).toMatchObject({
        status: 'final',
        recipient: former,
        mined: { hash: first?.hash },
      })
      const [moved] = final?.items.map(({ movedBase }) => movedBase) ?? []
      expect((await sweeping.balance(former, assetOf(session))) - before).toBe(moved)
      expect(await ledgerProblems(sweeping)).toEqual([])
    })
  },
)

it('what was planned for the former wallet, and not signed, goes to the one in effect', async () => {
  const session = await payments.native()
  const openWallet = () => Promise.reject(new Error('it can not sign'))
  const services = { payoutWallet: async () => wallet, openWallet }
  const planning = startSweeping(engine, { tokens: [tether.token], services })
  await expect(planning.run()).rejects.toThrow('can not sign')
  expect(await sweeping.sweepOf(session, 'native')).toMatchObject({
    status: 'planned',
    recipient: former,
  })
  wallet = inEffect(next, [former])
  await sweeping.run()
  await engine.mine(4)
  await sweeping.runToEnd()
  expect(await sweeping.sweepOf(session, 'native')).toMatchObject({
    status: 'final',
    recipient: next,
  })
})

describe('an authorization', () => {
  const abi = parseAbi([
    'function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)',
  ])

  /** When the authorizations of the newest batch expire. */
  async function expiry(session: CheckoutSession): Promise<Date | undefined> {
    const { data = '0x' } = parseTransaction(
      await rawOf(await sweeping.sweepOf(session, 'authorized')),
    )
    const { args } = decodeFunctionData({ abi: multicall3Abi, data })
    const [calls] = args ?? []
    const [call] = Array.isArray(calls) ? calls : []
    const signed = decodeFunctionData({ abi, data: call.callData })
    return new Date(Number(signed.args[4]) * 1000)
  }

  it('is valid for an hour at most', async () => {
    const session = await payments.authorized()
    await sweeping.run()
    expect(await expiry(session)).toEqual(new Date(engine.clock().getTime() + 3_600_000))
    await engine.mine(4)
    await sweeping.runToEnd()
  })

  it('has run out when a change takes effect, and is not signed right before that', async () => {
    const session = await payments.authorized()
    const changesAt = new Date(engine.clock().getTime() + 1_800_000)
    wallet = { ...wallet, changesAt }
    await sweeping.run()
    expect(await expiry(session)).toEqual(changesAt)
    await engine.mine(4)
    await sweeping.runToEnd()
    const later = await payments.authorized()
    wallet = { ...wallet, changesAt: new Date(engine.clock().getTime() + 240_000) }
    expect(await sent()).toEqual([])
    const [waiting] = (await sweeping.holdings()).filter(({ sessionId }) => sessionId === later.id)
    expect(waiting?.waiting).toMatchObject({ reason: 'no_payout_wallet' })
    wallet = inEffect(next, [former])
    await engine.mineAfter(400)
    const before = await sweeping.balance(next, localAddresses.testUsdc)
    await sweeping.runToEnd()
    expect((await sweeping.balance(next, localAddresses.testUsdc)) - before).toBe(usdc)
    expect(await ledgerProblems(sweeping)).toEqual([])
  })
})
