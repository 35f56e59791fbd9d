import { expect, it } from 'vitest'
import * as z from 'zod'
import { unitCosts } from '../../shared/admin/statistics/rules/cost-so-far.ts'
import { mainnets } from '../../shared/chain/registry/mainnets.ts'
import { expectKnown } from './expect-known.ts'
import { expectQuoted } from './expect-quoted.ts'
import { bill, measure, quotable, withRpc, withTransfer } from './measure.ts'

const report = z.strictObject({
  page3min: z.record(z.string(), withTransfer.extend({ notified: withTransfer })),
  closed90d: withRpc,
  idleMonth: withRpc.extend({ alarms: bill }),
  auditMonth: z.record(z.string(), withRpc),
})

/** The bills of pages have both in one. */
function split(bills: readonly z.infer<typeof withTransfer>[]) {
  const nodes = bills.map(({ parts }) => parts['computeUnits'] ?? 0)
  const aws = bills.map(({ total }, index) => total - (nodes[index] ?? 0))
  return { aws, transfer: bills.map(({ transfer }) => transfer.total), nodes }
}

it('open pages, closed addresses and idle months cost no more than they should', async () => {
  const measured = await measure(['page3min', 'closed90d', 'idleMonth', 'auditMonth'])
  const { page3min, closed90d, idleMonth, auditMonth } = report.parse(measured)
  expect(Object.keys(page3min).map(Number).sort()).toEqual(
    mainnets.map(({ chainId }) => chainId).sort(),
  )
  const pages = Object.values(page3min)
  for (const { total, notified } of pages) {
    expect(total).toBeLessThan(0.5)
    expect(notified.total).toBeLessThan(0.25)
  }
  const totals = pages.map(({ total }) => total)
  expect(Math.min(...totals)).toBeGreaterThan(0.8 * Math.max(...totals))
  expect(closed90d.total).toBeLessThan(0.05)
  // A metric that is written without any session costs as much as three alarms.
  expect(idleMonth.alarms.counts).not.toHaveProperty('metricMonths')
  expect(idleMonth.total).toBeLessThan(2.31)
  const audit = auditMonth['10000']
  expect(audit?.total).toBeLessThan(0.6)
  expect(audit?.rpc.total).toBeLessThan(23)
  await expectQuoted('page open for 3 minutes, without', split(pages))
  const notifiedPages = pages.map(({ notified }) => notified)
  await expectQuoted('page open for 3 minutes, with a healthy notifier', split(notifiedPages))
  await expectQuoted('the 90 days after closing', quotable(closed90d))
  await expectQuoted('a month without sessions, two chains', quotable(idleMonth))
  const alarms = { aws: [idleMonth.alarms.total], transfer: [0], nodes: [0] }
  await expectQuoted('21 alarms', alarms)
  expectKnown('idleMonth', unitCosts.idleMonth, idleMonth.total + idleMonth.alarms.total)
}, 900_000)
