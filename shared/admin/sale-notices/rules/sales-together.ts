import { formatDecimal } from '../../../kernel/money.ts'
import { hundredths } from '../../statistics/rules/day-statistics.ts'
import type { Notice } from './notice.ts'
import { type SaleTopic, saleTopics } from './notice-destination.ts'
import { noticeWords } from './notice-words.ts'
import type { Sale } from './sale.ts'
import { dashboardUrl, type NoticeSource, timeOf, titled } from './sale-notice.ts'

/** Sales of one notice, added up: their number, and what was asked for by currency in hundredths. */
export type SalesTogether = ReadonlyMap<SaleTopic, { count: number; sums: Map<string, bigint> }>

/** The sums with more sales. Unmatched money has no price, so only its number is counted. */
export function withSales(before: SalesTogether, sales: readonly Sale[]): SalesTogether {
  const all = new Map(before)
  for (const { topic, fiat } of sales) {
    const { count, sums } = all.get(topic) ?? { count: 0, sums: new Map() }
    const added = new Map(sums)
    if (topic !== 'unmatched') {
      added.set(fiat.currency, (sums.get(fiat.currency) ?? 0n) + hundredths(fiat.amount))
    }
    all.set(topic, { count: count + 1, sums: added })
  }
  return all
}

export function countOf(together: SalesTogether): number {
  return [...together.values()].reduce((sum, { count }) => sum + count, 0)
}

/** One notice of all of them: a line for each topic. A shop has few currencies, and the first ten are named. */
export function togetherNotice(
  source: NoticeSource,
  { together, until }: { together: SalesTogether; until: Date },
): Notice {
  const words = noticeWords[source.language]
  const lines = saleTopics.flatMap((topic) => {
    const of = together.get(topic)
    if (!of) return []
    const sums = [...of.sums].slice(0, 10).map(([currency, units]) => {
      return `${formatDecimal({ units, scale: 2 })} ${currency}`
    })
    return [[[`${words.topics[topic]}: ${of.count}`, ...sums].join(', ')]]
  })
  return {
    title: titled(source, words.together(countOf(together))),
    lines: [...lines, [words.until(timeOf(until))]],
    url: dashboardUrl(source, 'payments'),
  }
}
