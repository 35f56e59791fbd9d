import { chainName } from '../../chain/chains.ts'
import type { Mode } from '../../kernel/mode.ts'
import type { Table } from '../../kernel/store/table.ts'
import type { OnUnreadable } from '../../kernel/store/unreadable-rows.ts'
import { referenceIn } from '../../payments/checkout-sessions/rules/reference.ts'
import { providerFacts } from '../../records/integrations/rules/provider-name.ts'
import { linkTitles } from '../../records/payment-links/store/link-titles.ts'
import type { Settings } from '../../records/settings/rules/settings.ts'
import { dueSummary } from './due-summary.ts'
import type { DueNotice } from './rules/notice.ts'
import type { NoticeDestination, NoticeProgress } from './rules/notice-destination.ts'
import { endOfHour, mostSingle, type NoticeTurn, noticeTurn } from './rules/notice-hour.ts'
import type { Sale } from './rules/sale.ts'
import { type NoticeSource, type SaleNames, saleNotice } from './rules/sale-notice.ts'
import { countOf, type SalesTogether, togetherNotice, withSales } from './rules/sales-together.ts'
import { newSales } from './store/new-sales.ts'

export type FindNoticesDeps = {
  table: Table
  now: () => Date
  settings: (mode: Mode) => Promise<Settings>
  /** Longer than a function takes from creating an id to writing it. */
  settledMs: number
  onUnreadable: OnUnreadable
}

/** The notices to send to a destination now, and the progress to note after all of them; null if there is none. */
export type DueNotices = { notices: DueNotice[]; noted: Partial<NoticeProgress> | null }

/** Pages of the event log (1 MB each) that are added up for one notice. */
const mostPages = 100

/** Reads what happened since the last notice of a destination, and the summary that is due. */
export async function dueNotices(
  deps: FindNoticesDeps,
  destination: NoticeDestination,
): Promise<DueNotices> {
  const source = () => sourceOf(deps, destination)
  const [{ notices, noted }, summary] = await Promise.all([
    salesOf(deps, destination),
    dueSummary(deps, destination, source),
  ])
  return { notices: [...notices, ...summary], noted }
}

function salesOf(deps: FindNoticesDeps, destination: NoticeDestination): Promise<DueNotices> {
  const turn = noticeTurn(destination, deps.now())
  switch (turn.kind) {
    case 'wait':
      return Promise.resolve({ notices: [], noted: null })
    case 'single':
      return singleNotices(deps, destination, turn)
    case 'together':
      return collectedNotice(deps, destination)
  }
}

type Single = Extract<NoticeTurn, { kind: 'single' }>

async function singleNotices(
  deps: FindNoticesDeps,
  destination: NoticeDestination,
  { hourSince, sentInHour }: Single,
): Promise<DueNotices> {
  const { mode, sentTo, withEmail } = destination
  const read = await newSales(deps.table, mode, { ...reading(deps), after: sentTo })
  const wanted = read.sales.filter(isWantedBy(destination))
  const next = wanted.slice(0, mostSingle - sentInHour)
  const noted = next.length < wanted.length || read.isEmpty ? null : { sentTo: read.readTo }
  if (next.length === 0) return { notices: [], noted }
  const [source, names] = await Promise.all([
    sourceOf(deps, destination),
    namesOf(deps.table, mode, next),
  ])
  const notices = next.map((sale, index) => {
    const count = sentInHour + index + 1
    const togetherAt = count === mostSingle ? endOfHour(hourSince) : null
    return {
      notice: saleNotice(source, { sale, names: names(sale) }, { withEmail, togetherAt }),
      noted: { sentTo: sale.eventId, hourSince, sentInHour: count },
    }
  })
  return { notices, noted }
}

/** Collects sales above the hour's limit into one notice. The next run continues with what this one can't read. */
async function collectedNotice(
  deps: FindNoticesDeps,
  destination: NoticeDestination,
): Promise<DueNotices> {
  const { mode } = destination
  let together: SalesTogether = new Map()
  let { sentTo } = destination
  let isEnd = false
  for (let page = 0; page < mostPages && !isEnd; page++) {
    const read = await newSales(deps.table, mode, { ...reading(deps), after: sentTo })
    together = withSales(together, read.sales.filter(isWantedBy(destination)))
    sentTo = read.readTo
    isEnd = read.isEnd
  }
  const noted = { sentTo, ...(isEnd && { hourSince: null, sentInHour: 0 }) }
  if (countOf(together) === 0) return { notices: [], noted }
  const source = await sourceOf(deps, destination)
  const notice = togetherNotice(source, { together, until: untilOf(deps) })
  return { notices: [{ notice, noted }], noted: null }
}

function reading(deps: FindNoticesDeps) {
  return { until: untilOf(deps), onUnreadable: deps.onUnreadable }
}

function untilOf({ now, settledMs }: FindNoticesDeps): Date {
  return new Date(now().getTime() - settledMs)
}

function isWantedBy({ about }: NoticeDestination) {
  return ({ topic }: Sale) => about.includes(topic)
}

async function sourceOf(
  { settings }: Pick<FindNoticesDeps, 'settings'>,
  { mode, language }: NoticeDestination,
): Promise<NoticeSource> {
  const { baseUrl } = await settings(mode)
  return { mode, language, baseUrl }
}

async function namesOf(
  table: Table,
  mode: Mode,
  sales: readonly Sale[],
): Promise<(sale: Sale) => SaleNames> {
  const titles = await linkTitles(
    table,
    mode,
    sales.flatMap(({ linkId }) => linkId ?? []),
  )
  return ({ linkId, metadata, received: { chainId }, provider }) => ({
    linkTitle: titles.get(linkId ?? '') ?? null,
    order: referenceIn(metadata),
    chain: chainName(chainId),
    provider: provider && titleOf(provider),
  })
}

function titleOf(provider: string): string {
  return new Map(Object.entries(providerFacts)).get(provider)?.title ?? provider
}
