import type { Mode } from '../../../kernel/mode.ts'
import type { Sealed } from '../../../kernel/sealed.ts'

/** Where notices go: mails go through the topic that the owner confirmed, or to a file on one machine. */
export const chatKinds = ['slack', 'discord', 'telegram'] as const
export const destinationKinds = ['mail', ...chatKinds] as const
export type ChatKind = (typeof chatKinds)[number]
export type DestinationKind = (typeof destinationKinds)[number]

export const saleTopics = ['paid', 'late', 'overpaid', 'underpaid', 'unmatched'] as const
export type SaleTopic = (typeof saleTopics)[number]

export const noticeLanguages = ['en', 'de'] as const
export type NoticeLanguage = (typeof noticeLanguages)[number]

export const summaryPeriods = ['off', 'daily', 'monthly'] as const
export type SummaryPeriod = (typeof summaryPeriods)[number]

/** Why the last message wasn't accepted; `said` is the chat's own reason. */
export const problemCodes = ['refused', 'busy', 'timed_out', 'unreachable'] as const
export type NoticeProblem = { code: (typeof problemCodes)[number]; said: string }

export type NoticeChoices = {
  language: NoticeLanguage
  about: readonly SaleTopic[]
  /** Whether notices include the customer's email. */
  withEmail: boolean
  summary: SummaryPeriod
}

/** A destination's progress, and the outcome of its latest messages. */
export type NoticeProgress = {
  /** The position in the event log up to which its notices were sent. */
  sentTo: string
  /** The hour in which its single notices are counted; null before the first one. */
  hourSince: Date | null
  sentInHour: number
  /** The last day or month whose summary isn't due any more, such as `2026-03-01` or `2026-03`. */
  summarizedTo: string
  lastSentAt: Date | null
  problem: NoticeProblem | null
  failures: number
  failingSince: Date | null
  nextAttemptAt: Date | null
  /** Since when it has been disabled: by its owner, or because it failed for three days. */
  offSince: Date | null
}

export type NoticeDestination = NoticeChoices &
  NoticeProgress & {
    id: string
    mode: Mode
    kind: DestinationKind
    /** The secret part of its address; null for mails. */
    address: Sealed | null
    shownAddress: string
    /** The chat of a Telegram bot. */
    chat: string | null
    /** Until then, one run has claimed it. */
    busyUntil: Date
    createdAt: Date
  }

/** The maximum per mode. */
export const mostDestinations = 10

/** The progress of a destination that is notified of everything from now on. */
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
