import { expect, it } from 'vitest'
import { localAddresses } from '../../shared/chain/local-addresses.ts'
import type { CheckoutSession } from '../../shared/payments/checkout-sessions/rules/checkout-session.ts'
import type { Tether } from './each-sweeping.ts'
import type { EngineHarness } from './engine-harness.ts'
import { coinLock, tokenLock, usdcLock } from './paying.ts'
import { deployTether, ledgerProblems, type Sweeping, startSweeping } from './sweeping.ts'
import { withEngine } from './with-engine.ts'

const coin = 10n ** 16n
const usdc = 25_000_000n

let engine: EngineHarness
let sweeping: Sweeping
let tether: Tether

withEngine(async (started) => {
  engine = started
  tether = await deployTether(engine)
  sweeping = startSweeping(engine, { tokens: [tether.token] })
  await sweeping.fundGasWallet()
})

/** Nodes say that they took a transaction, and forget it. */
const loseTransactions = () =>
  engine.chain.proxy.intercept(({ method }) =>
    method === 'eth_sendRawTransaction' ? { result: `0x${'0'.repeat(64)}` } : undefined,
  )

async function paid(session: CheckoutSession, pay: () => Promise<unknown>): Promise<void> {
  await pay()
  expect(await engine.settle(session)).toBe('paid')
}

const unmatchedOf = async (session: CheckoutSession) =>
  (await engine.unmatchedOf(session)).map(({ symbol, amountBase }) => [symbol, amountBase])

const recheck = async (session: CheckoutSession) => engine.recheckClosed(await engine.load(session))

const refusal = (session: CheckoutSession) => recheck(session).catch(String)

async function sweepTheRest(): Promise<void> {
  engine.chain.proxy.intercept(undefined)
  await engine.mine(4)
  await engine.mineAfter(4000)
  await sweeping.runToEnd()
}

it('is noted in the same asset while a sweep hangs, and swept by the next one', async () => {
  const session = await sweeping.openSession({ lock: usdcLock(usdc) })
  await paid(session, () => engine.payUsdc(session, usdc))
  loseTransactions()
  await sweeping.run()
  await engine.payUsdc(session, 7_000_000n)
  await engine.mine(4)
  expect(await refusal(session)).toContain('could not be checked')
  expect(await unmatchedOf(session)).toEqual([['USDC', 7_000_000n]])
  await sweepTheRest()
  await recheck(session)
  expect(await unmatchedOf(session)).toEqual([['USDC', 7_000_000n]])
  expect(await sweeping.balance(session.address, localAddresses.testUsdc)).toBe(0n)
  const [holding] = (await sweeping.holdings()).filter(({ sessionId }) => sessionId === session.id)
  expect(holding).toMatchObject({ sweptBase: usdc + 7_000_000n, sweepCount: 2, missingBase: 0n })
  expect(await ledgerProblems(sweeping)).toEqual([])
})

it('is noted while the sweep of the first payment waits to be mined, and once it is', async () => {
  const session = await sweeping.openSession({ lock: usdcLock(usdc) })
  await paid(session, () => engine.payUsdc(session, usdc))
  await sweeping.run()
  await engine.payUsdc(session, 6_000_000n)
  await engine.mine(4)
  expect(await refusal(session)).toContain('could not be checked')
  await sweepTheRest()
  await recheck(session)
  expect(await unmatchedOf(session)).toEqual([['USDC', 6_000_000n]])
  await sweepTheRest()
  expect(await sweeping.balance(session.address, localAddresses.testUsdc)).toBe(0n)
  expect(await ledgerProblems(sweeping)).toEqual([])
})

it('is noted in another asset, and nothing is noted of what merely left', async () => {
  const session = await sweeping.openSession({ lock: coinLock(coin) })
  await paid(session, () => engine.pay(session, coin))
  await sweeping.run()
  await engine.payUsdc(session, usdc)
  await engine.mine(3)
  expect(await sweeping.balance(session.address)).toBe(0n)
  expect(await refusal(session)).toContain('could not be checked')
  expect(await unmatchedOf(session)).toEqual([['USDC', usdc]])
  await sweepTheRest()
  await recheck(session)
  expect(await unmatchedOf(session)).toEqual([['USDC', usdc]])
  expect(await ledgerProblems(sweeping)).toEqual([])
})

it('is not what the gas wallet sends for a token', async () => {
  const lock = { symbol: 'USDT', decimals: 6, amountBase: usdc }
  const session = await sweeping.openPaid(tokenLock(tether.token.address, lock))
  await tether.mint(session.address, usdc)
  await engine.mine(4)
  await sweeping.run()
  await engine.mine()
  expect(await sweeping.balance(session.address)).toBeGreaterThan(0n)
  expect(await refusal(session)).toContain('could not be checked')
  const coins = (await unmatchedOf(session)).filter(([symbol]) => symbol === 'ETH')
  expect(coins).toEqual([])
  await sweepTheRest()
  expect(await ledgerProblems(sweeping)).toEqual([])
})
