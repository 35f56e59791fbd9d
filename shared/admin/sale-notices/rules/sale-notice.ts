import type { Mode } from '../../../kernel/mode.ts'
import { given, type Notice, type NoticePart } from './notice.ts'
import type { NoticeChoices, NoticeLanguage } from './notice-destination.ts'
import { type NoticeWords, noticeWords } from './notice-words.ts'
import type { Sale } from './sale.ts'

export type NoticeSource = { mode: Mode; baseUrl: string; language: NoticeLanguage }

/** Names for a notice that the sale's event doesn't have. */
export type SaleNames = {
  linkTitle: string | null
  order: string | null
  chain: string
  /** The provider's title. */
  provider: string | null
}

type Options = Pick<NoticeChoices, 'withEmail'> & {
  /** When the collected notice follows, if this is the last single one of its hour. */
  togetherAt: Date | null
}

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

/** Money that counts is shown in the currency of the price, other money only in its own asset. */
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

/** A test notice has the usual form, but says that it is a test. */
export function triedNotice(source: NoticeSource): Notice {
  const { tried, triedWhy } = noticeWords[source.language]
  return {
    title: titled(source, tried),
    lines: [[triedWhy]],
    url: dashboardUrl(source, 'settings'),
  }
}

/** In test mode, the title says so. */
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
