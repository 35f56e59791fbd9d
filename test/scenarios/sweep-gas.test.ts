import { beforeEach, expect, it } from 'vitest'
import { localAddresses } from '../../shared/chain/local-addresses.ts'
import { transact } from '../../shared/kernel/store/transact.ts'
import { showGas } from '../../shared/money/sweeps/show-gas.ts'
import { sweepChain } from '../../shared/money/sweeps/sweep-chain.ts'
import { gasWalletCreation } from '../../shared/payments/wallet/store/wallet-addresses.ts'
import { askDirectly, payer } from '../chain-fixture.ts'
import { runAsOperator } from '../run-as-operator.ts'
import { type EngineHarness, startEngineHarness } from './engine-harness.ts'
import { gasAccount, type Sweeping, startSweeping } from './sweeping.ts'

const usdc = 25_000_000n
const day = 86_400

let engine: EngineHarness
let sweeping: Sweeping

beforeEach(async () => {
  engine = await startEngineHarness()
  await engine.chain.mintUsdc(payer, usdc * 1000n)
  sweeping = startSweeping(engine)
  await sweeping.fundGasWallet()
  return () => engine.stop()
})

const paidInUsdc = () => sweeping.paidInUsdc(usdc)

/** Runs as the schedule does, for some time. */
async function runFor(seconds: number, steps: number): Promise<void> {
  for (let step = 0; step < steps; step++) {
    await engine.mineAfter(seconds / steps)
    await sweeping.run()
  }
}

it('is announced before any payment, if tokens are offered that it can’t pay for', async () => {
  sweeping = startSweeping(engine, { services: { takesTokens: async () => true } })
  await sweeping.fundGasWallet(10n ** 12n)
  await runFor(3600, 4)
  expect(sweeping.alerts).toEqual([
    expect.stringMatching(
      /^The gas wallet 0x\w{40} on .* has only 0\.000001 ETH left, .* send it at least 0\.\d+ ETH\./,
    ),
  ])
  expect(sweeping.alerts[0]).toContain(gasAccount.address)
})

it('is not announced if only coin is offered, or without a payout wallet', async () => {
  await sweeping.fundGasWallet(0n)
  await runFor(3600, 4)
  expect(sweeping.alerts).toEqual([])
  const none = { payoutWallet: async () => undefined, takesTokens: async () => true }
  sweeping = startSweeping(engine, { services: none })
  await runFor(3600, 4)
  expect(sweeping.alerts).toEqual([])
})

it('is watched every five minutes until it is filled, and pays then for what waits', async () => {
  await sweeping.fundGasWallet(0n)
  await paidInUsdc()
  await sweeping.run()
  expect(sweeping.alerts).toHaveLength(1)
  await sweeping.fundGasWallet()
  await engine.mineAfter(300)
  const ordinary = { forMs: 60_000, everyMs: 300_000 }
  const swept = await sweepChain(sweeping.services, sweeping.chain(), ordinary)
  expect(swept).toMatchObject({ planned: 1 })
})

it('is announced once a day while tokens wait, and no more once it is filled', async () => {
  await sweeping.fundGasWallet(0n)
  const session = await paidInUsdc()
  await runFor(day / 2, 10)
  const first = sweeping.alerts.length
  expect(sweeping.alerts[0]).toMatch(
    / has too little ETH, so tokens are not swept: send it at least 0/,
  )
  // The clock may have passed midnight.
  expect(first).toBeLessThanOrEqual(2)
  await runFor(day, 10)
  expect(sweeping.alerts.length - first).toBe(1)
  await sweeping.fundGasWallet()
  await engine.mineAfter(400)
  await sweeping.runToEnd()
  expect(await sweeping.balance(session.address, localAddresses.testUsdc)).toBe(0n)
  const all = sweeping.alerts.length
  await runFor(day, 5)
  expect(sweeping.alerts).toHaveLength(all)
})

it('is announced by what the last month used, while nothing waits', async () => {
  for (let round = 0; round < 3; round++) {
    await paidInUsdc()
    await engine.mineAfter(400)
    await sweeping.runToEnd()
  }
  const [used] = await shown()
  const monthBase = BigInt(Math.round(Number(used?.nextMonth) * 1e18))
  expect(monthBase).toBeGreaterThan(0n)
  await sweeping.fundGasWallet(monthBase / 2n)
  await runFor(7200, 2)
  expect(sweeping.alerts).toEqual([])
  await sweeping.fundGasWallet(monthBase / 10n)
  await runFor(7200, 2)
  expect(sweeping.alerts).toEqual([expect.stringContaining('less than the next sweeps of tokens')])
})

it('shows coin that an earlier wallet’s has left', async () => {
  const added = { mode: 'test', walletId: 'wallet-2', address: payer } as const
  await shown()
  await transact(engine.table, [gasWalletCreation(added)])
  expect(await shown()).toMatchObject([
    { walletId: 'wallet-2', gasWallet: payer },
    { walletId: 'wallet-1', gasWallet: gasAccount.address, balance: '1', missing: '0' },
  ])
  await sweeping.fundGasWallet(0n)
  expect(await shown()).toMatchObject([{ walletId: 'wallet-2' }])
})

async function shown() {
  const wallet = { mode: 'test', walletId: 'wallet-1', address: gasAccount.address } as const
  await transact(engine.table, [gasWalletCreation(wallet)])
  const services = {
    table: engine.table,
    now: engine.clock,
    ask: askDirectly,
    chains: async () => [sweeping.chain().client],
  }
  const { chains } = await runAsOperator(showGas, services, { mode: 'test' })
  return chains
}

it('shows what the next month needs by daily sums, and forgets what is older', async () => {
  expect(await shown()).toMatchObject([{ balance: '1', nextMonth: '0', missing: '0' }])
  await paidInUsdc()
  await engine.mineAfter(400)
  await sweeping.runToEnd()
  const [sweep] = await sweeping.sweeps()
  const [used] = await shown()
  expect(Number(used?.nextMonth)).toBeGreaterThan(0)
  expect(sweep).toMatchObject({ kind: 'authorized', status: 'final' })
  await sweeping.fundGasWallet(0n)
  expect(await shown()).toMatchObject([{ balance: '0', missing: used?.nextMonth }])
  await engine.mineAfter(31 * day)
  expect(await shown()).toMatchObject([{ nextMonth: '0' }])
})
