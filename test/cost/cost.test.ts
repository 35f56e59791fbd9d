import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import * as z from 'zod'
import { prices } from '../../bench/cost/prices.ts'
import { repositoryRoot } from '../../infra/build/repository-root.ts'
import { unitCosts } from '../../shared/statistics/rules/cost-so-far.ts'
import { expectKnown } from './expect-known.ts'
import { measure, withRpc } from './measure.ts'

const report = z.strictObject({ paid: withRpc, abandoned: withRpc })

it('the meter counts what sessions use, and they cost no more than they should', async () => {
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
  expect(paid.total).toBeLessThan(0.26)
  expect(abandoned.total).toBeLessThan(0.198)
  expect(await quotedInReadme('paid')).toBeCloseTo(paid.total, 2)
  expect(await quotedInReadme('abandoned')).toBeCloseTo(abandoned.total, 2)
  expectKnown('paid', 1_000 * unitCosts.paid, paid.total)
  expectKnown('abandoned', 1_000 * unitCosts.abandoned, abandoned.total)
})

/** The price per 1,000 sessions on AWS. */
async function quotedInReadme(what: string): Promise<number> {
  const readme = await readFile(join(repositoryRoot, 'README.md'), 'utf8')
  return Number(new RegExp(`^\\| ${what}, until closed +\\| ([\\d.]+)`, 'm').exec(readme)?.[1])
}
