import type { Mode } from '../../../kernel/mode.ts'
import { given, type Notice, type NoticePart } from './notice.ts'
import type { NoticeChoices, NoticeLanguage } from './notice-destination.ts'
import { type NoticeWords, noticeWords } from './notice-words.ts'
import type { Sale } from './sale.ts'

/** Whose notices they are, and where its dashboard is. */
export type NoticeSource = { mode: Mode; baseUrl: string; language: NoticeLanguage }

/** What a notice says of a sale that its event doesn't. */
export type SaleNames = {
  linkTitle: string | null
  order: string | null
  chain: string
  /** The title of the provider. */
  provider: string | null
}

type Options = Pick<NoticeChoices, 'withEmail'> & {
  /** When the next ones come together, if this is the last single one of its hour. */
  togetherAt: Date | null
}

/** The notice of one sale. */
export function saleNotice(
  source: NoticeSource,
  { sale, names }: { sale: Sale; names: SaleNames },
  { withEmail, togetherAt }: Options,
): Notice {
  const words = noticeWords[source.language]
  const { linkTitle, order } = names
  const lines: (readonly NoticePart[])[] = [
    receivedLine(words, sale, names),
    ...(linkTitle === null ? [] : [[`${words.link}: `, given(linkTitle)]]),
    ...(order === null ? [] : [[`${words.order}: `, given(order)]]),
    ...(withEmail && sale.customerEmail !== null
      ? [[`${words.customer}: `, given(sale.customerEmail)]]
      : []),
    ...(togetherAt ? [[words.lastOfHour(timeOf(togetherAt))]] : []),
  ]
  return {
    title: titled(source, `${words.topics[sale.topic]}: ${headline(sale)}`),
    lines,
    url: dashboardUrl(source, `payments/${sale.sessionId}`),
  }
}

/** What counts is shown in the currency that was asked for; other money only as what it is. */
function headline({ topic, fiat, received }: Sale): string {
  if (topic === 'unmatched') return `${received.amount} ${received.asset}`
  return `${fiat.amount} ${fiat.currency}`
}

function receivedLine(
  words: NoticeWords,
  { topic, due, received, fiat }: Sale,
  { chain, provider }: SaleNames,
): readonly NoticePart[] {
  if (provider !== null) return [`${words.through} ${provider}`]
  const amount = topic === 'underpaid' ? `${received.amount} ${words.of} ${due}` : received.amount
  const asked = topic === 'unmatched' ? ` (${words.payment}: ${fiat.amount} ${fiat.currency})` : ''
  return [`${words.received}: ${amount} ${received.asset} ${words.on} ${chain}${asked}`]
}

/** A test notice looks like any other, but says that it is one. */
export function triedNotice(source: NoticeSource): Notice {
  const { tried, triedWhy } = noticeWords[source.language]
  return {
    title: titled(source, tried),
    lines: [[triedWhy]],
    url: dashboardUrl(source, 'settings'),
  }
}

/** A title of test mode says so. */
export function titled({ mode, language }: NoticeSource, title: string): readonly NoticePart[] {
  return [mode === 'test' ? `${noticeWords[language].test}: ${title}` : title]
}

export function dashboardUrl({ baseUrl, mode }: NoticeSource, page: string): string {
  return `${baseUrl}/dashboard/${mode}/${page}`
}

/** Such as `15:00 UTC`. */
export function timeOf(at: Date): string {
  return `${at.toISOString().slice(11, 16)} UTC`
}
