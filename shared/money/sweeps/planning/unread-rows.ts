import * as z from 'zod'
import {
  type OnUnreadable,
  type UnreadableRow,
  unlessUnreadable,
} from '../../../kernel/store/unreadable-rows.ts'
import { isFromDepositAddress, type Sweep } from '../../../payments/holdings/rules/sweep.ts'

/**
 * Rows of a chain that a run can't read, such as a sweep with a status that only a newer version knows, and the money
 * that it doesn't touch because of them: the run does everything else, and then fails.
 */
export type UnreadRows = {
  /** By message, each once. */
  failures: Map<string, UnreadableRow>
  /** The sessions whose addresses a sweep may be emptying. */
  sessions: Set<string>
  /** Accounts of which a sweep may have a nonce that isn't used yet, in lower case. */
  senders: Set<string>
  /** Whether there is a sweep whose items can't be read, so that nothing new may be sent on the chain. */
  isAnything: boolean
}

export function nothingUnread(): UnreadRows {
  return { failures: new Map(), sessions: new Set(), senders: new Set(), isAnything: false }
}

/** Notes a row that moves no money. */
export function noteUnread({ failures }: UnreadRows): (error: UnreadableRow) => void {
  return (error) => void failures.set(error.message, error)
}

/** Notes a holding: its address may have a sweep under way, which other assets there pay for. */
export function noteUnreadHolding(unread: UnreadRows): OnUnreadable {
  return (error, { pk }) => {
    noteUnread(unread)(error)
    const [, sessionId] = String(pk).split('#session#')
    if (sessionId) unread.sessions.add(sessionId)
    else unread.isAnything = true
  }
}

const reserved = z.object({
  sender: z.string(),
  items: z.array(z.object({ sessionId: z.string() })),
})

/** Notes a sweep, which may move its items at any time. One under way may have the next nonce of its sender as well. */
export function noteUnreadSweep(
  unread: UnreadRows,
  { isUnderWay }: { isUnderWay: boolean },
): OnUnreadable {
  return (error, row) => {
    noteUnread(unread)(error)
    const { data } = reserved.safeParse(row)
    for (const { sessionId } of data?.items ?? []) unread.sessions.add(sessionId)
    if (data && isUnderWay) unread.senders.add(data.sender.toLowerCase())
    unread.isAnything ||= data === undefined
  }
}

/** Whether the money of a session's address may be moved by what can't be read. */
export function isLeftAlone(
  { sessions, isAnything }: UnreadRows,
  { sessionId }: { sessionId: string },
): boolean {
  return isAnything || sessions.has(sessionId)
}

/** Whether a sweep's first transaction can't be signed now, because one that can't be read may have its sender's nonce. */
export function isHeldUp(
  unread: UnreadRows,
  sweep: Pick<Sweep, 'kind' | 'sender'> & { items: readonly { sessionId: string }[] },
): boolean {
  const { sender, items } = sweep
  if (unread.isAnything || unread.senders.has(sender.toLowerCase())) return true
  return isFromDepositAddress(sweep) && items.some((item) => isLeftAlone(unread, item))
}

/** Returns the result of the work, or undefined if a row that it needs can't be read; notes that row. */
export function unlessUnread<Result>(
  unread: UnreadRows,
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  return unlessUnreadable(work, noteUnread(unread))
}
