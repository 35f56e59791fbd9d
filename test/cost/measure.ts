import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import * as z from 'zod'
import { repositoryRoot } from '../../infra/build/repository-root.ts'
import { inheritedVariables } from '../config.ts'

const numbers = z.record(z.string(), z.number())

export const bill = z.strictObject({ total: z.number(), parts: numbers, counts: numbers })
export const withTransfer = bill.extend({ transfer: bill })
export const withRpc = withTransfer.extend({ rpc: bill })

/** A row of the README. */
export function quotable({ total, transfer, rpc }: z.infer<typeof withRpc>) {
  return { aws: [total], transfer: [transfer.total], nodes: [rpc.total] }
}

/** Returns the output of `npm run cost -- --json`, in a process of its own, because the meter takes over the clock. */
export async function measure(rows: readonly string[]): Promise<unknown> {
  const program = join(repositoryRoot, 'bench/cost/main.ts')
  const { stdout } = await promisify(execFile)(process.execPath, [program, '--json', ...rows], {
    env: { ...inheritedVariables, NODE_NO_WARNINGS: '1' },
    maxBuffer: 1e7,
  })
  return JSON.parse(stdout)
}
