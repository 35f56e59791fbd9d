import { afterAll, beforeAll } from 'vitest'
import { payer } from '../chain-fixture.ts'
import { type EngineHarness, startEngineHarness } from './engine-harness.ts'

type Options = Parameters<typeof startEngineHarness>[0]

/** Starts an engine for the tests of a file, whose payer has USDC, and stops it after them. */
export function withEngine(
  use: (engine: EngineHarness) => Promise<void> | void,
  options?: Options,
): void {
  let engine: EngineHarness | undefined
  beforeAll(async () => {
    engine = await startEngineHarness(options)
    await engine.chain.mintUsdc(payer, 10n ** 12n)
    await use(engine)
  })
  afterAll(() => engine?.stop())
}
