import type { Mode } from '../../kernel/mode.ts'
import { requireAllRead, type UnreadableRow } from '../../kernel/store/unreadable-rows.ts'
import { dueNotices, type FindNoticesDeps } from './due-notices.ts'
import type { DueNotice } from './rules/notice.ts'
import type { NoticeDestination, NoticeProgress } from './rules/notice-destination.ts'
import { afterMessage } from './rules/notice-outcome.ts'
import { type OpenNoticeDeps, sendNotice } from './send-notice.ts'
import { changeOwned, listDestinations } from './store/notice-destinations.ts'

export type SendSaleNoticesDeps = Omit<FindNoticesDeps, 'onUnreadable'> &
  OpenNoticeDeps & {
    wait: (milliseconds: number) => Promise<unknown>
    onFailure: (failed: FailedNotice) => void
  }

export type FailedNotice = Pick<NoticeDestination, 'mode' | 'id' | 'kind'> &
  Pick<NoticeProgress, 'problem' | 'offSince'>

/** Longer than the function may run, so that no two runs send the same. */
const leaseMs = 90_000

/** Shorter than that by far: a chat that responds slowly each time gets the rest from the next run. */
const turnMs = 35_000

/** Chats accept about one message a second. */
const pauseMs = 1_000

/**
 * Sends each destination of a mode the notices of what was sold since its last one. One that fails or hangs keeps no other
 * waiting, and gets them later. Each accepted message is noted, so a run that dies repeats at most one. Returns how many
 * were sent.
 */
export async function sendSaleNotices(deps: SendSaleNoticesDeps, mode: Mode): Promise<number> {
  const unreadable: UnreadableRow[] = []
  const onUnreadable = (row: UnreadableRow) => void unreadable.push(row)
  const destinations = await listDestinations(deps.table, mode, { onUnreadable })
  const due = destinations.filter((destination) => isDue(destination, deps.now()))
  const results = await Promise.allSettled(
    due.map((destination) => sendTo({ ...deps, onUnreadable }, destination)),
  )
  const failed = results.find((result) => result.status === 'rejected')
  if (failed) throw failed.reason
  requireAllRead(unreadable)
  return results.reduce((sum, each) => sum + (each.status === 'fulfilled' ? each.value : 0), 0)
}

function isDue({ offSince, nextAttemptAt, busyUntil }: NoticeDestination, now: Date): boolean {
  return offSince === null && (nextAttemptAt === null || nextAttemptAt <= now) && busyUntil <= now
}

type Deps = SendSaleNoticesDeps & Pick<FindNoticesDeps, 'onUnreadable'>

async function sendTo(deps: Deps, destination: NoticeDestination): Promise<number> {
  const { table, now } = deps
  const { notices, noted } = await dueNotices(deps, destination)
  if (notices.length === 0 && noted === null) return 0
  // Only now: most runs find nothing, and then write nothing.
  const owned = { ...destination, busyUntil: new Date(now().getTime() + leaseMs) }
  if (!(await changeOwned(table, destination, { busyUntil: owned.busyUntil }))) return 0
  const sent = await sendEach(deps, owned, notices)
  const isAll = sent === notices.length
  await changeOwned(table, owned, { ...(isAll && noted), busyUntil: now() })
  return sent
}

/** Until one fails, or the turn is over. Returns how many were sent and noted. */
async function sendEach(
  deps: Deps,
  owned: NoticeDestination,
  notices: readonly DueNotice[],
): Promise<number> {
  const { table, now, wait, onFailure } = deps
  const end = now().getTime() + turnMs
  let progress: NoticeProgress = owned
  for (const [index, { notice, noted }] of notices.entries()) {
    if (now().getTime() >= end) return index
    if (index > 0) await wait(pauseMs)
    const outcome = await sendNotice(deps, owned, notice)
    const isSent = outcome.kind === 'sent'
    const changes = { ...afterMessage(progress, outcome, now()), ...(isSent && noted) }
    progress = { ...progress, ...changes }
    if (!isSent) onFailure({ ...owned, ...changes })
    if (!(await changeOwned(table, owned, changes)) || !isSent) return index
  }
  return notices.length
}
