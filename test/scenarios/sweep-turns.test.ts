import { expect, it } from 'vitest'
import { transact } from '../../shared/kernel/store/transact.ts'
import { sweepRequestWrite } from '../../shared/money/sweeps/store/sweep-requests.ts'
import { claimTurn } from '../../shared/money/sweeps/store/sweep-turns.ts'
import { sweepChain } from '../../shared/money/sweeps/sweep-chain.ts'
import { aroundAwsCalls } from '../aws-calls.ts'
import { eachSweeping } from './each-sweeping.ts'
import type { EngineHarness } from './engine-harness.ts'
import { coinLock, usdcLock } from './paying.ts'
import { ledgerProblems, type Sweeping } from './sweeping.ts'

const coin = 10n ** 16n
const everyFiveMinutes = { forMs: 60_000, everyMs: 300_000 }

let engine: EngineHarness
let sweeping: Sweeping

eachSweeping(async (given) => {
  ;({ engine, sweeping } = given)
  await sweeping.runToEnd()
})

const run = () => sweepChain(sweeping.services, sweeping.chain(), everyFiveMinutes)

const paidInCoin = () => sweeping.paidInCoin(coin)

it('a chain is swept every five minutes, and at once if an operator asks', async () => {
  await paidInCoin()
  await engine.mineAfter(300)
  expect(await run()).toMatchObject({ planned: 1 })
  await paidInCoin()
  await engine.mineAfter(60)
  expect(await run()).toMatchObject({ planned: 0 })
  await engine.mineAfter(300)
  expect(await run()).toMatchObject({ planned: 1 })
  await paidInCoin()
  await transact(engine.table, [sweepRequestWrite('test', engine.clock())])
  engine.passSeconds(1)
  expect(await run()).toMatchObject({ planned: 1 })
  await engine.mine(4)
  await sweeping.runToEnd()
})

/** The operations of a run that write. */
async function writesOfRun(): Promise<string[]> {
  const writes: string[] = []
  const report = await aroundAwsCalls(async ({ operation }, send) => {
    if (!/^(Get|BatchGet|Query)/.test(operation)) writes.push(operation)
    return send()
  }, run)
  expect(report).toEqual({ planned: 0, active: 0 })
  return writes
}

it('a run with nothing to do writes nothing, except once an hour', async () => {
  await engine.mineAfter(300)
  expect(await writesOfRun()).toEqual([])
  await engine.mineAfter(3600)
  expect(await writesOfRun()).not.toEqual([])
  await engine.mineAfter(300)
  expect(await writesOfRun()).toEqual([])
})

it('one run has a chain at a time, and one that died keeps it for two minutes at most', async () => {
  await paidInCoin()
  const [one, other] = await Promise.all([sweeping.run(), sweeping.run()])
  expect([one, other].filter((report) => report === undefined)).toHaveLength(1)
  await engine.mine(4)
  await sweeping.runToEnd()
  const now = engine.clock()
  const until = new Date(now.getTime() + 120_000)
  await claimTurn(engine.table, { mode: 'test', chainId: 31337 }, { now, until })
  engine.passSeconds(119)
  expect(await sweeping.run()).toBeUndefined()
  engine.passSeconds(1)
  expect(await sweeping.run()).toBeDefined()
})

it('an unmatched deposit of a listed token is swept like a payment', async () => {
  const session = await sweeping.openSession({ lock: coinLock(coin) })
  await engine.payUsdc(session, 7_000_000n)
  await engine.mine(95)
  await engine.reconcile()
  expect(await engine.statusOf(session)).toBe('expired')
  await engine.mine(61)
  await engine.scanClosed()
  expect(await engine.unmatched()).toMatchObject([{ symbol: 'USDC', amountBase: 7_000_000n }])
  await sweeping.runToEnd()
  const { tokenAddress } = usdcLock(1n)
  expect(await sweeping.balance(session.address, tokenAddress)).toBe(0n)
  expect(await ledgerProblems(sweeping)).toEqual([])
})
