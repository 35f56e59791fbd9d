import { afterEach, expect, it } from 'vitest'
import { localAddresses } from '../../shared/chain/local-addresses.ts'
import type { CheckoutSession } from '../../shared/payments/checkout-sessions/rules/checkout-session.ts'
import { type EngineHarness, hex } from '../scenarios/engine-harness.ts'
import { coinLock, deployToken, tokenCall, tokenLock, usdcLock } from '../scenarios/paying.ts'
import { ledgerProblems, payout, type Sweeping, startSweeping } from '../scenarios/sweeping.ts'
import { withEngine } from '../scenarios/with-engine.ts'
import { dieAtEachWrite, failEachRequest, type SweepCase } from './walk-sweeps.ts'

const coin = 10n ** 16n
const amount = 25_000_000n

let engine: EngineHarness
let sweeping: Sweeping
let token: `0x${string}`

withEngine(async (started) => {
  engine = started
  token = await deployToken(engine, { symbol: 'OLD' })
  const listed = { symbol: 'OLD', address: token, decimals: 6, usdPegged: true }
  sweeping = startSweeping(engine, { tokens: [{ ...listed, checkout: true, eip3009: null }] })
})
// A case that did not end must not fail the next.
afterEach(() => engine.chain.proxy.intercept(undefined))

/** A closed session per kind of sweep, with money at each address. */
async function paidSessions(): Promise<CheckoutSession[]> {
  await sweeping.fundGasWallet()
  const oldLock = tokenLock(token, { symbol: 'OLD', decimals: 6, amountBase: amount })
  const sessions: CheckoutSession[] = []
  for (const lock of [coinLock(coin), usdcLock(amount), usdcLock(amount), oldLock]) {
    sessions.push(await sweeping.openPaid(lock))
  }
  const [first, second, third, last] = sessions
  if (!first || !second || !third || !last) throw new Error('a session per kind')
  await engine.pay(first, coin)
  await engine.payUsdc(second, amount)
  await engine.payUsdc(third, amount)
  await engine.chain.send(tokenCall({ name: 'transfer', args: [hex(last.address), amount] }, token))
  await engine.mine(4)
  return sessions
}

type Subject = { sessions: CheckoutSession[]; held: readonly bigint[] }

const assets = [null, localAddresses.testUsdc, () => token] as const

function payoutBalances(): Promise<bigint[]> {
  const tokens = assets.map((asset) => (typeof asset === 'function' ? asset() : asset))
  return Promise.all(tokens.map((one) => sweeping.balance(payout, one)))
}

/** After the claim of a dead run has ended. */
async function sweepAll(): Promise<void> {
  await engine.mineAfter(300)
  await sweeping.runToEnd()
}

async function wrong({ sessions, held }: Subject): Promise<string[]> {
  await sweepAll()
  const addresses = new Set(sessions.map(({ address }) => address))
  const holdings = (await sweeping.holdings()).filter(({ address }) => addresses.has(address))
  const problems = await ledgerProblems(sweeping, holdings)
  const [coins = 0n, usdc = 0n, old = 0n] = await payoutBalances()
  const [coinsBefore = 0n, usdcBefore = 0n, oldBefore = 0n] = held
  if (usdc - usdcBefore !== 2n * amount) problems.push(`${usdc - usdcBefore} USDC arrived`)
  if (old - oldBefore !== amount) problems.push(`${old - oldBefore} OLD arrived`)
  const swept = holdings
    .filter(({ tokenAddress }) => tokenAddress === null)
    .reduce((sum, { sweptBase }) => sum + sweptBase, 0n)
  if (coins - coinsBefore !== swept) problems.push(`${coins - coinsBefore} wei, recorded ${swept}`)
  for (const { symbol, sweepId, missingBase } of holdings) {
    if (sweepId) problems.push(`${symbol} is still being swept`)
    if (missingBase > 0n) problems.push(`${missingBase} ${symbol} are missing`)
  }
  return problems
}

async function newSubject(): Promise<Subject> {
  await sweepAll()
  const sessions = await paidSessions()
  return { sessions, held: await payoutBalances() }
}

/** A walk makes about fifty runs, each with new money. */
const patientMs = 900_000

const sweepCase: SweepCase<Subject> = {
  prepare: newSubject,
  run: () => sweeping.runToEnd(),
  wrong,
}

it.each([{ effects: 0 }, { effects: 1 }])(
  'moves all money once, whatever write a run dies at ($effects)',
  async (death) => {
    const { cases, found } = await dieAtEachWrite(sweepCase, death)
    expect(found).toEqual([])
    expect(cases).toBeGreaterThan(20)
  },
  patientMs,
)

it.each([{ arrives: false }, { arrives: true }])(
  'moves all money once, whatever call of a node fails ($arrives)',
  async (failure) => {
    const { cases, found } = await failEachRequest(sweepCase, engine, failure)
    expect(found).toEqual([])
    expect(cases).toBeGreaterThan(failure.arrives ? 3 : 30)
  },
  patientMs,
)
