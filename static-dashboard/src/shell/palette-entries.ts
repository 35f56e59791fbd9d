import type { Mode } from '../../../shared/kernel/mode.ts'
import { fill } from '../../../shared/kernel/template.ts'
import { mostCounted } from '../../../shared/payments/checkout-sessions/rules/most-counted.ts'
import { counted, formatFiat, relativeTime } from '../format.ts'
import { now } from '../now.ts'
import type { Operations } from '../operations.ts'
import type { IconName } from '../parts/icon.tsx'
import { loadMoney, money } from '../texts/money/money.ts'
import { text } from '../texts/text.ts'
import { loadTools, tools } from '../texts/tools/tools.ts'
import { pages, pathOf } from './pages.ts'
import { recordPath } from './record-path.ts'

export type Entry = {
  id: string
  icon: IconName
  title: string
  detail: string | null
  /** Null for a page. */
  kind: string | null
  path: string
}

export type SearchResult = Operations['search']['output']['results'][number]

/** The pages whose name has the words that were typed. */
export function pageEntries(mode: Mode, query: string): Entry[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  return pages
    .map((page) => ({
      id: `entry-${page.name}`,
      icon: page.icon,
      title: text.pages[page.name],
      detail: null,
      kind: null,
      path: pathOf(page, mode),
    }))
    .filter(({ title }) => words.every((word) => title.toLowerCase().includes(word)))
}

/** The page that shows a result, and whether the result has a page of its own there. */
const places = {
  session: { page: 'payments', isRecord: true },
  link: { page: 'links', isRecord: true },
  customer: { page: 'customers', isRecord: true },
  event: { page: 'events', isRecord: true },
  delivery: { page: 'webhooks', isRecord: true },
  endpoint: { page: 'webhooks', isRecord: true },
  sweep: { page: 'payouts', isRecord: true },
  'payout-wallet': { page: 'payouts', isRecord: false },
  'gas-wallet': { page: 'payouts', isRecord: false },
} as const satisfies Record<SearchResult['kind'], { page: string; isRecord: boolean }>

export function resultEntries(mode: Mode, results: readonly SearchResult[]): Entry[] {
  return results.map((found) => {
    const { kind, id, title } = found
    const { page, isRecord } = places[kind]
    return {
      id: `found-${kind}-${id}`,
      icon: pages.find(({ name }) => name === page)?.icon ?? 'search',
      title: title === '' ? text.payments.noEmail : title,
      detail: detailOf(found),
      kind: text.palette.kinds[kind],
      path: isRecord ? recordPath(page, mode, id) : pathOf({ name: page, isOfMode: true }, mode),
    }
  })
}

/** The words of statuses that are rarely found: of deliveries and sweeps. Rejects if they can't be loaded. */
export async function loadStatusWords(results: readonly SearchResult[]): Promise<void> {
  const hasAny = (kind: SearchResult['kind']) => results.some((found) => found.kind === kind)
  await Promise.all([hasAny('delivery') && loadTools(), hasAny('sweep') && loadMoney()])
}

function statusWords(kind: SearchResult['kind']): Readonly<Record<string, string>> {
  if (kind === 'delivery') return tools.webhooks.statuses
  if (kind === 'sweep') return money.payouts.statuses
  return kind === 'session' ? text.payments.statuses : {}
}

/** Reads like a row of its list: the order, the amount, how many payments, the status in words, the date. */
function detailOf({ kind, detail, fiat, payments, status, at }: SearchResult): string | null {
  const facts = [
    detail,
    fiat && formatFiat(fiat),
    payments === null ? null : paymentsText(payments),
    status && (statusWords(kind)[status] ?? null),
    at && relativeTime(new Date(at), now.value),
  ]
  const known = facts.filter((fact) => fact !== null && fact !== '')
  return known.length > 0 ? known.join(' · ') : null
}

function paymentsText(count: number): string {
  if (count < mostCounted) return counted(text.palette.payments, count)
  return fill(text.palette.manyPayments, { count })
}
