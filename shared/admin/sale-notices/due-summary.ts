import type { Mode } from '../../kernel/mode.ts'
import type { Table } from '../../kernel/store/table.ts'
import { listNetworkOffers } from '../../payments/networks/store/networks.ts'
import { needsAttention } from '../statistics/needs-attention.ts'
import { readStatistics } from '../statistics/read-statistics.ts'
import type { DueNotice } from './rules/notice.ts'
import type { NoticeDestination } from './rules/notice-destination.ts'
import type { NoticeSource } from './rules/sale-notice.ts'
import { summaryNotice } from './rules/summary-notice.ts'
import { lastPeriod } from './rules/summary-period.ts'

/** From the last day of a month back to the first of the month before. */
const daysRead = { daily: 2, monthly: 62 } as const

type Deps = { table: Table; now: () => Date }

/** The summary of the day or the month that is over, unless the destination has it. Missed ones are not made up for. */
export async function dueSummary(
  deps: Deps,
  { mode, summary, summarizedTo }: NoticeDestination,
  source: () => Promise<NoticeSource>,
): Promise<DueNotice[]> {
  if (summary === 'off') return []
  const period = lastPeriod(summary, deps.now())
  if (period <= summarizedTo) return []
  const [days, attention, of] = await Promise.all([
    readStatistics(deps, mode, daysRead[summary]),
    attentionOf(deps.table, mode),
    source(),
  ])
  const ofPeriod = days.filter(({ day }) => day.startsWith(period))
  const notice = summaryNotice(of, { summary, period, days: ofPeriod, attention })
  return [{ notice, noted: { summarizedTo: period } }]
}

async function attentionOf(table: Table, mode: Mode): Promise<string> {
  const chainIds = (await listNetworkOffers(table, mode)).map(({ chainId }) => chainId)
  const { underpaid, overpaid, deposits, payments, more } = await needsAttention(
    table,
    mode,
    chainIds,
  )
  const count = [underpaid, overpaid, deposits, payments].flat().length
  return more.length > 0 ? `${count}+` : `${count}`
}
