import { formatDecimal, larger } from '../../../kernel/money.ts'
import {
  addVolumes,
  type DayStatistics,
  type Volume,
} from '../../statistics/rules/day-statistics.ts'
import type { Notice } from './notice.ts'
import type { SummaryPeriod } from './notice-destination.ts'
import { noticeWords } from './notice-words.ts'
import { dashboardUrl, type NoticeSource, titled } from './sale-notice.ts'

type Summarized = {
  summary: Exclude<SummaryPeriod, 'off'>
  /** Such as `2026-03-01` or `2026-03`. */
  period: string
  days: readonly DayStatistics[]
  /** The number of things that wait for a decision, such as `3` or `5+`. */
  attention: string
}

const mostCurrencies = 20

export function summaryNotice(
  source: NoticeSource,
  { summary, period, days, attention }: Summarized,
): Notice {
  const words = noticeWords[source.language]
  const count = (name: keyof DayStatistics['counts']) =>
    days.reduce((sum, { counts }) => sum + counts[name], 0)
  const payments = count('paid') + count('paidLate') + count('overpaid')
  const numbers = { payments, underpaid: count('underpaid'), refunds: count('refunded') }
  const volumes = volumesOf(days)
  const sums = [
    amounts(words.completed, volumes, ({ completed }) => completed),
    amounts(words.refunded, volumes, ({ refunded }) => larger(0n, refunded)),
  ]
  return {
    title: titled(source, words.summary[summary](period)),
    lines: [
      ...sums.flat().map((line) => [line]),
      [words.numbers(numbers)],
      ...(attention === '0' ? [] : [[words.attention(attention)]]),
    ],
    url: dashboardUrl(source, 'home'),
  }
}

function volumesOf(days: readonly DayStatistics[]): ReadonlyMap<string, Volume> {
  const sums = new Map<string, Volume>()
  for (const { volumes } of days) {
    for (const [currency, volume] of Object.entries(volumes)) {
      const before = sums.get(currency)
      sums.set(currency, before ? addVolumes(before, volume) : volume)
    }
  }
  return sums
}

/** A line such as `Paid: 20.00 EUR, 5.00 USD`; no line without amounts. */
function amounts(
  word: string,
  volumes: ReadonlyMap<string, Volume>,
  of: (volume: Volume) => bigint,
): string[] {
  const listed = [...volumes].flatMap(([currency, volume]) => {
    const units = of(volume)
    return units > 0n ? [`${formatDecimal({ units, scale: 2 })} ${currency}`] : []
  })
  if (listed.length === 0) return []
  return [`${word}: ${listed.toSorted().slice(0, mostCurrencies).join(', ')}`]
}
