import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import * as z from 'zod'
import { prices } from '../../bench/cost/prices.ts'
import { repositoryRoot } from '../../infra/build/repository-root.ts'
import { inheritedVariables } from '../config.ts'

const numbers = z.record(z.string(), z.number())
const bill = z.strictObject({ total: z.number(), parts: numbers, counts: numbers })
const withRpc = bill.extend({ rpc: bill })
const report = z.strictObject({ paid: withRpc, abandoned: withRpc })

/** Measures some rows in a process of its own, because the meter takes over the clock. */
async function measure(rows: readonly string[]): Promise<unknown> {
  const program = join(repositoryRoot, 'bench/cost/main.ts')
  const { stdout } = await promisify(execFile)(process.execPath, [program, '--json', ...rows], {
    env: { ...inheritedVariables, NODE_NO_WARNINGS: '1' },
    maxBuffer: 1e7,
  })
  return JSON.parse(stdout)
}

it('the meter counts what sessions use', async () => {
  const { paid, abandoned } = report.parse(await measure(['paid', 'abandoned']))
  for (const { total, parts, counts } of [paid, abandoned, paid.rpc, abandoned.rpc]) {
    expect(Object.keys(counts).sort()).toEqual(Object.keys(parts).sort())
    expect(Object.keys(prices)).toEqual(expect.arrayContaining(Object.keys(parts)))
    const sum = Object.values(parts).reduce((all, usd) => all + usd, 0)
    expect(total).toBeCloseTo(sum, 5)
  }
  // Counted by hand: the states that test/scenarios/transitions.test.ts walks through.
  expect(abandoned.counts).toMatchObject({ transitions: 4_000, apiGatewayRequests: 2_000 })
  // Created, seen, notified and read; two scans and a re-check, the timer, and two deliveries.
  expect(paid.counts).toMatchObject({ transitions: 4_000, apiGatewayRequests: 4_000 })
  expect(paid.counts['invocations']).toBe(10_000)
})
