import { expect, it } from 'vitest'
import * as z from 'zod'
import { prices } from '../../bench/cost/prices.ts'
import { unitCosts } from '../../shared/admin/statistics/rules/cost-so-far.ts'
import { expectKnown } from './expect-known.ts'
import { expectQuoted } from './expect-quoted.ts'
import { bill, measure, quotable, withRpc, withTransfer } from './measure.ts'

const session = withRpc.extend({ prices: withTransfer })
const report = z.strictObject({
  paid: session,
  abandoned: session,
  refunded: withRpc,
  findable: bill,
  filterable: bill,
})

it('the meter counts what sessions use, and they cost no more than they should', async () => {
  const rows = ['paid', 'abandoned', 'refunded', 'findable', 'filterable']
  const { paid, abandoned, refunded, findable, filterable } = report.parse(await measure(rows))
  const bills = [paid, abandoned].flatMap((all) => [all, all.rpc, all.transfer])
  for (const { total, parts, counts } of bills) {
    expect(Object.keys(counts).sort()).toEqual(Object.keys(parts).sort())
    expect(Object.keys(prices)).toEqual(expect.arrayContaining(Object.keys(parts)))
    const sum = Object.values(parts).reduce((all, usd) => all + usd, 0)
    expect(total).toBeCloseTo(sum, 5)
  }
  // Counted by hand: the states that test/scenarios/transitions.test.ts walks through.
  expect(abandoned.counts).toMatchObject({ transitions: 4_000, apiGatewayRequests: 2_000 })
  // The page's files, and what nodes and the endpoint are sent.
  expect(abandoned.transfer.counts['cloudFrontBytes']).toBeGreaterThan(42_000_000)
  expect(Object.keys(abandoned.transfer.counts)).toEqual(['cloudFrontBytes', 'sentBytes'])
  // Created, seen, notified and read; a scan and a re-check, the timer, and two deliveries.
  expect(paid.counts).toMatchObject({ transitions: 4_000, apiGatewayRequests: 4_000 })
  expect(paid.counts['invocations']).toBe(9_000)
  expect(paid.total).toBeLessThan(0.244)
  expect(paid.prices.total).toBeLessThan(0.05)
  expect(abandoned.total).toBeLessThan(0.182)
  expect(refunded.total).toBeLessThan(0.09)
  // A row of two units for each of two words of the order, and of three of name and email.
  expect(findable.counts['writeUnits']).toBe(10_000)
  expect(findable.total).toBeLessThan(0.01)
  // A row of two units for the customer and for the pair of metadata, and one of an index for each event of the link.
  expect(filterable.counts['writeUnits']).toBe(6_000)
  expect(filterable.total).toBeLessThan(0.005)
  await expectQuoted('filtered by', { aws: [filterable.total], transfer: [0], nodes: [0] })
  await expectQuoted('found by order, name and email', {
    aws: [findable.total],
    transfer: [0],
    nodes: [0],
  })
  await expectQuoted('paid, until closed', quotable(paid))
  const ofPrices = paid.prices.parts['computeUnits'] ?? 0
  await expectQuoted('prices, for the first session in a minute', {
    aws: [paid.prices.total - ofPrices],
    nodes: [ofPrices],
    transfer: [paid.prices.transfer.total],
  })
  await expectQuoted('abandoned, until closed', quotable(abandoned))
  await expectQuoted('a refund, besides its session', quotable(refunded))
  expectKnown('paid', 1_000 * unitCosts.paid, paid.total)
  expectKnown('abandoned', 1_000 * unitCosts.abandoned, abandoned.total)
})
