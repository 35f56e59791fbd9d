import { parseArgs } from 'node:util'
import { chainById } from '../../shared/chain/chains.ts'
import type { Bill } from './counts.ts'
import { type CostReport, measurements } from './measure.ts'

const { values, positionals } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
  allowPositionals: true,
})

const rows = Object.entries(measurements)
if (values.help) {
  console.log(
    `npm run cost [-- [--json] ROW …]

Prints what sessions and an idle month use on AWS, at list prices. With --json, as one object. Rows, all by default:
${rows.map(([name]) => name).join(', ')}.`,
  )
  process.exit(0)
}
const unknown = positionals.filter((name) => !rows.some(([known]) => known === name))
if (unknown.length > 0) {
  const known = rows.map(([name]) => name).join(', ')
  console.error(`There is no row ${unknown.join(', ')}. There are: ${known}.`)
  process.exit(2)
}

const report: Partial<CostReport> = {}
for (const [name, measure] of rows) {
  if (positionals.length > 0 && !positionals.includes(name)) continue
  Object.assign(report, { [name]: await measure() })
}
if (values.json) console.log(JSON.stringify(report, null, 2))
else for (const line of linesOf(report)) console.log(line)
process.exit(0)

function linesOf({
  paid,
  abandoned,
  refunded,
  findable,
  filterable,
  page3min = {},
  closed90d,
  idleMonth,
  auditMonth = {},
}: Partial<CostReport>) {
  const audits = Object.entries(auditMonth).flatMap(([sessions, bill]) => [
    ...line(`audit of the books, month, ${sessions} sessions a day`, bill),
    ...line('  nodes', bill.rpc),
  ])
  const pages = Object.entries(page3min).flatMap(([id, bill]) => [
    ...line(`page open 3 minutes, ${chainById(Number(id))?.name}, with nodes`, bill),
    ...line('  data transfer', bill.transfer),
    ...line('  with a healthy notifier', bill.notified),
    ...line('  data transfer', bill.notified.transfer),
  ])
  return [
    'USD per 1,000 sessions, or a month; list prices in us-east-1',
    ...line('paid, until closed', paid),
    ...line('  data transfer', paid?.transfer),
    ...line('  nodes', paid?.rpc),
    ...line('  if it is the first in a minute, prices', paid?.prices),
    ...line('abandoned, until closed', abandoned),
    ...line('  data transfer', abandoned?.transfer),
    ...line('  nodes', abandoned?.rpc),
    ...line('a refund, besides its session', refunded),
    ...line('  data transfer', refunded?.transfer),
    ...line('  nodes', refunded?.rpc),
    ...line('what a search needs of one', findable),
    ...line('what the filters of lists need of one', filterable),
    ...pages,
    ...line('the 90 days after closing', closed90d),
    ...line('  data transfer', closed90d?.transfer),
    ...line('  nodes', closed90d?.rpc),
    ...line('idle month, two live chains', idleMonth),
    ...line('  data transfer', idleMonth?.transfer),
    ...line('  nodes', idleMonth?.rpc),
    ...line('  alarms and metrics', idleMonth?.alarms),
    ...audits,
  ]
}

function line(what: string, bill: Bill | undefined): string[] {
  if (!bill) return []
  const parts = Object.entries(bill.parts)
    .toSorted(([, a], [, b]) => b - a)
    .map(([part, usd]) => `${part} ${usd.toFixed(4)} (${Math.round(bill.counts[part] ?? 0)})`)
  return [`${what.padEnd(50)} ${bill.total.toFixed(3)}`, `    ${parts.join(', ')}`]
}
