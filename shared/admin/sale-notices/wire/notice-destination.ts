import * as z from 'zod'
import { modes } from '../../../kernel/mode.ts'
import { timestamp } from '../../../kernel/wire/primitives.ts'
import {
  destinationKinds,
  type NoticeDestination,
  noticeLanguages,
  problemCodes,
  saleTopics,
  summaryPeriods,
} from '../rules/notice-destination.ts'
import { noticeTurn } from '../rules/notice-hour.ts'

const problem = z.object({ code: z.enum(problemCodes), said: z.string() })

export const noticeChoices = {
  language: z.enum(noticeLanguages),
  about: z.array(z.enum(saleTopics)).max(saleTopics.length),
  withEmail: z.boolean(),
  summary: z.enum(summaryPeriods),
} as const

/** A destination as operators see it, with only the end of its address. */
export const shownDestination = z.object({
  id: z.string(),
  mode: z.enum(modes),
  kind: z.enum(destinationKinds),
  /** The end of the address; empty for mails. */
  address: z.string(),
  /** The chat that a Telegram bot writes to. */
  chat: z.string().nullable(),
  ...noticeChoices,
  status: z.enum(['working', 'failing', 'off']),
  /** Why the last message was not accepted; null if it was. */
  problem: problem.nullable(),
  failingSince: timestamp.nullable(),
  nextAttemptAt: timestamp.nullable(),
  offSince: timestamp.nullable(),
  lastSentAt: timestamp.nullable(),
  /** Until when further sales are collected, because there were more than 20 within an hour. */
  collectsUntil: timestamp.nullable(),
  createdAt: timestamp,
})

export type ShownDestination = z.infer<typeof shownDestination>

export function presentDestination(destination: NoticeDestination, now: Date): ShownDestination {
  const { id, mode, kind, shownAddress, chat, problem: last } = destination
  const { language, about, withEmail, summary, offSince, failingSince } = destination
  const turn = noticeTurn(destination, now)
  const failing = failingSince ? 'failing' : 'working'
  return {
    id,
    mode,
    kind,
    address: shownAddress,
    chat,
    ...{ language, about: [...about], withEmail, summary },
    status: offSince ? 'off' : failing,
    problem: last,
    failingSince: text(failingSince),
    nextAttemptAt: text(offSince ? null : destination.nextAttemptAt),
    offSince: text(offSince),
    lastSentAt: text(destination.lastSentAt),
    collectsUntil: turn.kind === 'wait' ? text(turn.until) : null,
    createdAt: destination.createdAt.toISOString(),
  }
}

function text(moment: Date | null): string | null {
  return moment?.toISOString() ?? null
}
