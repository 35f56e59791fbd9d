import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { inheritedVariables } from '../test/config.ts'

/** Random histories of money on real nodes, for a number of minutes. Resolves to whether no invariant was violated. */
export async function soakMoney(minutes: number, seed: string): Promise<boolean> {
  const file = 'test/scenarios/money-histories.test.ts'
  const vitest = ['run', '--config', 'vitest.long.config.ts', file]
  const tests = spawn('node_modules/.bin/vitest', vitest, {
    stdio: 'inherit',
    env: { ...inheritedVariables, SOAK_MINUTES: String(minutes), SOAK_SEED: seed },
  })
  const [code] = await once(tests, 'close')
  return code === 0
}
