import type { Mode } from '../../../kernel/mode.ts'
import type { Sealed } from '../../../kernel/sealed.ts'

/** Where notices go: mails go through the topic that the owner confirmed, or to the file of one machine. */
export const chatKinds = ['slack', 'discord', 'telegram'] as const
export const destinationKinds = ['mail', ...chatKinds] as const
export type ChatKind = (typeof chatKinds)[number]
export type DestinationKind = (typeof destinationKinds)[number]

/** What a notice is about. */
export const saleTopics = ['paid', 'late', 'overpaid', 'underpaid', 'unmatched'] as const
export type SaleTopic = (typeof saleTopics)[number]

export const noticeLanguages = ['en', 'de'] as const
export type NoticeLanguage = (typeof noticeLanguages)[number]

export const summaryPeriods = ['off', 'daily', 'monthly'] as const
export type SummaryPeriod = (typeof summaryPeriods)[number]

/** Why the last message wasn't accepted; `said` is what the chat gave as its reason. */
export const problemCodes = ['refused', 'busy', 'timed_out', 'unreachable'] as const
export type NoticeProblem = { code: (typeof problemCodes)[number]; said: string }

/** What an owner chooses. */
export type NoticeChoices = {
  language: NoticeLanguage
  about: readonly SaleTopic[]
  /** Whether notices have the customer's email. */
  withEmail: boolean
  summary: SummaryPeriod
}

/** How far a destination is, and the outcome of its last messages. */
export type NoticeProgress = {
  /** The position in the event log up to which its notices were sent. */
  sentTo: string
  /** The hour that its single notices are counted in; null before the first one. */
  hourSince: Date | null
  sentInHour: number
  /** The last day or month that a summary is due no more, such as `2026-03-01` or `2026-03`. */
  summarizedTo: string
  lastSentAt: Date | null
  problem: NoticeProblem | null
  failures: number
  failingSince: Date | null
  nextAttemptAt: Date | null
  /** Since when nothing is sent to it: by its owner, or because it failed for three days. */
  offSince: Date | null
}

export type NoticeDestination = NoticeChoices &
  NoticeProgress & {
    id: string
    mode: Mode
    kind: DestinationKind
    /** The secret part of its address; null for mails. */
    address: Sealed | null
    /** What of the address may be shown. */
    shownAddress: string
    /** The chat of a Telegram bot. */
    chat: string | null
    /** Until then one run works at it. */
    busyUntil: Date
    createdAt: Date
  }

/** So many a mode can have. */
export const mostDestinations = 10

/** The progress of a destination that gets what happens from now on. */
export function progressFrom(
  position: string,
  summarizedTo: string,
): Omit<NoticeProgress, 'lastSentAt'> {
  return {
    sentTo: position,
    summarizedTo,
    ...{ hourSince: null, sentInHour: 0, problem: null, failures: 0 },
    ...{ failingSince: null, nextAttemptAt: null, offSince: null },
  }
}
