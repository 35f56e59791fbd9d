import { expect, it } from 'vitest'
import { localAddresses } from '../../shared/chain/local-addresses.ts'
import { listWaiting } from '../../shared/money/sweeps/list-waiting.ts'
import { changeSettings } from '../../shared/records/settings/change-settings.ts'
import { someSettings } from '../factories.ts'
import { runAsOperator } from '../run-as-operator.ts'
import type { EngineHarness } from './engine-harness.ts'
import { usdcLock } from './paying.ts'
import { type Sweeping, startSweeping } from './sweeping.ts'
import { withEngine } from './with-engine.ts'

const usdc = 25_000_000n
const hour = 3_600

let engine: EngineHarness
let sweeping: Sweeping

withEngine(async (started) => {
  engine = started
  const priceMicros = async (symbol: string) => (symbol === 'ETH' ? 2_500_000_000n : 1_000_000n)
  sweeping = startSweeping(engine, { services: { priceMicros } })
  await sweeping.fundGasWallet()
})

function set(values: object): Promise<unknown> {
  const services = { table: engine.table, defaults: () => someSettings() }
  return runAsOperator(
    changeSettings,
    services,
    changeSettings.body.parse({ mode: 'test', values }),
  )
}

async function paid() {
  const session = await sweeping.openPaid(usdcLock(usdc))
  await engine.payUsdc(session, usdc)
  await engine.mineAfter(400)
  await engine.mine(4)
  return {
    left: () => sweeping.balance(session.address, localAddresses.testUsdc),
    waiting: async () => {
      const input = { mode: 'test', limit: 100 } as const
      const listed = await runAsOperator(listWaiting, { table: engine.table }, input)
      return listed.waiting.find(({ address }) => address === session.address)
    },
  }
}

it('an amount below the minimum of its asset waits, says why, and is swept when it is old', async () => {
  await set({ sweepMinimumUsd: { '31337.USDC': '25.01' }, sweepMaxAgeHours: { 31337: 2 } })
  const { left, waiting } = await paid()
  await sweeping.runToEnd()
  expect(await left()).toBe(usdc)
  expect(await waiting()).toMatchObject({
    reason: 'below_minimum',
    details: 'worth 25 USD, below sweepMinimumUsd (25.01); swept after 2 hours (sweepMaxAgeHours)',
  })
  await engine.mineAfter(2 * hour)
  await sweeping.runToEnd()
  expect(await left()).toBe(0n)
})

it('an amount that fees would take too much of waits, until the setting allows them', async () => {
  await set({ sweepMinimumUsd: { '31337.USDC': null }, sweepMaxFeePercent: { 31337: 0.01 } })
  const { left, waiting } = await paid()
  await sweeping.runToEnd()
  expect(await waiting()).toMatchObject({
    reason: 'fee_too_high',
    details: expect.stringMatching(
      /^fees would take [\d.]+ % of it, above sweepMaxFeePercent \(0\.01\)$/,
    ),
  })
  await set({ sweepMaxFeePercent: { '31337.USDC': 100 } })
  await engine.mineAfter(1_000)
  await sweeping.runToEnd()
  expect(await left()).toBe(0n)
})
