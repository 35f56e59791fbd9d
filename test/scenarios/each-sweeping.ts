import { beforeEach, expect } from 'vitest'
import { localAddresses } from '../../shared/chain/local-addresses.ts'
import type { EngineHarness } from './engine-harness.ts'
import { deployTether, ledgerProblems, payout, type Sweeping, startSweeping } from './sweeping.ts'
import { withEngine } from './with-engine.ts'

export type Tether = Awaited<ReturnType<typeof deployTether>>

/** Gives each test of a file sweeps on the file's engine, with coin in the gas wallet, some minutes after the last test. */
export function eachSweeping(
  use: (given: { engine: EngineHarness; sweeping: Sweeping }) => Promise<void> | void,
): void {
  let engine: EngineHarness
  withEngine((started) => {
    engine = started
  })
  beforeEach(async () => use({ engine, sweeping: await readyToSweep(engine) }))
}

/** Also of a Tether. */
export function eachSweepingTether(
  use: (given: {
    engine: EngineHarness
    sweeping: Sweeping
    tether: Tether
  }) => Promise<void> | void,
): void {
  let engine: EngineHarness
  let tether: Tether
  withEngine(async (started) => {
    engine = started
    tether = await deployTether(engine)
  })
  beforeEach(async () => {
    const sweeping = await readyToSweep(engine, { tokens: [tether.token] })
    await use({ engine, sweeping, tether })
  })
}

async function readyToSweep(
  engine: EngineHarness,
  options?: Parameters<typeof startSweeping>[1],
): Promise<Sweeping> {
  const sweeping = startSweeping(engine, options)
  await sweeping.fundGasWallet()
  await engine.mineAfter(400)
  return sweeping
}

/** In the end, everything is swept once, and the ledger has what arrived, of the coin, USDC and a Tether. */
export async function expectAllSwept(sweeping: Sweeping, { token }: Tether): Promise<void> {
  expect(await ledgerProblems(sweeping)).toEqual([])
  const holdings = await sweeping.holdings()
  for (const asset of [null, localAddresses.testUsdc, token.address]) {
    const own = holdings.filter(({ tokenAddress }) => tokenAddress === asset)
    expect(own.map(({ balanceBase }) => balanceBase)).toEqual(own.map(() => 0n))
    expect(own.map(({ missingBase }) => missingBase)).toEqual(own.map(() => 0n))
    const recorded = own.reduce((sum, { sweptBase }) => sum + sweptBase, 0n)
    expect(await sweeping.balance(payout, asset)).toBe(recorded)
  }
}
