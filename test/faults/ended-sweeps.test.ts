import { expect, it } from 'vitest'
import { localAddresses } from '../../shared/chain/local-addresses.ts'
import { abandonSweep } from '../../shared/money/sweeps/abandon-sweep.ts'
import type { CheckoutSession } from '../../shared/payments/checkout-sessions/rules/checkout-session.ts'
import { isCancelable } from '../../shared/payments/holdings/rules/sweep.ts'
import { type AwsCall, describeCall } from '../aws-calls.ts'
import { runAsOperator } from '../run-as-operator.ts'
import type { EngineHarness } from '../scenarios/engine-harness.ts'
import { coinLock, usdcLock } from '../scenarios/paying.ts'
import { ledgerProblems, payout, type Sweeping, startSweeping } from '../scenarios/sweeping.ts'
import { withEngine } from '../scenarios/with-engine.ts'
import { seededBytes } from '../seeded-bytes.ts'
import { faultsOf, underFaults } from './fault.ts'

const coin = 10n ** 16n
const amount = 25_000_000n
const patientMs = 600_000

let engine: EngineHarness
let sweeping: Sweeping

withEngine(async (started) => {
  engine = started
  sweeping = startSweeping(engine)
})

async function paid(): Promise<CheckoutSession[]> {
  await sweeping.fundGasWallet()
  const inCoin = await sweeping.openPaid(coinLock(coin))
  const inUsdc = await sweeping.openPaid(usdcLock(amount))
  await engine.pay(inCoin, coin)
  await engine.payUsdc(inUsdc, amount)
  await engine.mine(4)
  return [inCoin, inUsdc]
}

/** An operator abandons everything that is under way. */
async function abandonAll(at: number): Promise<void> {
  const randomBytes = seededBytes(`abandon ${at}`)
  const services = { table: engine.table, now: engine.clock, randomBytes }
  for (const { id } of (await sweeping.sweeps()).filter(isCancelable)) {
    await runAsOperator(abandonSweep, services, { id, note: 'it hangs' })
  }
}

/** The chain loses the block of everything that is final. */
async function reorgAll(): Promise<void> {
  await engine.mine(4)
  await sweeping.run()
  await sweeping.run()
  await engine.reorg(4)
  engine.passSeconds(61)
}

async function wrong(sessions: readonly CheckoutSession[]): Promise<string[]> {
  // A run that died may hold its turn until a signed authorization has ended: one round ends that, one signs and one confirms.
  for (let round = 0; round < 3; round++) {
    await engine.mine(4)
    await engine.mineAfter(4000)
    await sweeping.runToEnd()
  }
  const addresses = new Set(sessions.map(({ address }) => address))
  const all = await sweeping.holdings()
  const problems = await ledgerProblems(
    sweeping,
    all.filter(({ address }) => addresses.has(address)),
  )
  for (const { symbol, balanceBase, missingBase, sweepId } of all) {
    if (balanceBase > 0n) problems.push(`${balanceBase} ${symbol} are left`)
    if (missingBase > 0n) problems.push(`${missingBase} ${symbol} are missing`)
    if (sweepId) problems.push(`${symbol} is still being swept`)
  }
  for (const asset of [null, localAddresses.testUsdc]) {
    const own = all.filter(({ tokenAddress }) => tokenAddress === asset)
    const recorded = own.reduce((sum, { sweptBase }) => sum + sweptBase, 0n)
    const arrived = await sweeping.balance(payout, asset)
    if (arrived !== recorded) problems.push(`${arrived} arrived, recorded ${recorded}`)
  }
  return problems
}

const isWrite = ({ operation }: AwsCall) =>
  /^(PutItem|UpdateItem|TransactWriteItems)$/.test(operation)

const troubles = [
  ['abandoned', abandonAll],
  ['reorged', reorgAll],
] as const
const cases = troubles.flatMap(([name, cause]) =>
  [0, 1].map((effects) => ({ name, cause, effects })),
)

it.each(cases)(
  'moves the money of $name sweeps once, whatever write a run dies at ($effects)',
  async ({ cause, effects }) => {
    const found: string[] = []
    let at = 0
    for (let isOver = false; !isOver; at++) {
      const sessions = await paid()
      await sweeping.run()
      await cause(at)
      let name: string | undefined
      let writes = 0
      const plan = (call: AwsCall) => {
        if (!isWrite(call) || writes++ !== at) return undefined
        name = `write ${at}, ${describeCall(call)}`
        return faultsOf(call).find((fault) => fault.ends === 'die' && fault.effects === effects)
      }
      await underFaults(plan, async () => {
        for (let run = 0; run < 3; run++) {
          await sweeping.run()
          await engine.mine(4)
        }
      })
      found.push(...(await wrong(sessions)).map((reason) => `${name}: ${reason}`))
      isOver = name === undefined
    }
    expect(found).toEqual([])
    expect(at).toBeGreaterThan(5)
  },
  patientMs,
)
