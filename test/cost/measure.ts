import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import * as z from 'zod'
import { repositoryRoot } from '../../infra/build/repository-root.ts'
import { inheritedVariables } from '../config.ts'

const numbers = z.record(z.string(), z.number())

export const bill = z.strictObject({ total: z.number(), parts: numbers, counts: numbers })
export const withRpc = bill.extend({ rpc: bill })

/** What \`npm run cost -- --json\` prints; in a process of its own, because the meter takes over the clock. */
export async function measure(rows: readonly string[]): Promise<unknown> {
  const program = join(repositoryRoot, 'bench/cost/main.ts')
  const { stdout } = await promisify(execFile)(process.execPath, [program, '--json', ...rows], {
    env: { ...inheritedVariables, NODE_NO_WARNINGS: '1' },
    maxBuffer: 1e7,
  })
  return JSON.parse(stdout)
}
