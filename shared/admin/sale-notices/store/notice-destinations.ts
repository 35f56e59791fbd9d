import * as z from 'zod'
import { isId } from '../../../kernel/ids.ts'
import { type Mode, modes } from '../../../kernel/mode.ts'
import { innerMap, moment } from '../../../kernel/store/codecs.ts'
import { queryAll } from '../../../kernel/store/query.ts'
import { readItem } from '../../../kernel/store/read-item.ts'
import { sealed } from '../../../kernel/store/sealed.ts'
import type { Table } from '../../../kernel/store/table.ts'
import { transact, type Write } from '../../../kernel/store/transact.ts'
import type { OnUnreadable } from '../../../kernel/store/unreadable-rows.ts'
import { addition, update } from '../../../kernel/store/writes.ts'
import {
  destinationKinds,
  type NoticeChoices,
  type NoticeDestination,
  type NoticeProgress,
  noticeLanguages,
  problemCodes,
  saleTopics,
  summaryPeriods,
} from '../rules/notice-destination.ts'
import { noticeKeys } from './keys.ts'

const codec = z.lazy(() =>
  z.object({
    id: z.string(),
    mode: z.enum(modes),
    kind: z.enum(destinationKinds),
    address: sealed.nullable(),
    shownAddress: z.string(),
    chat: z.string().nullable(),
    language: z.enum(noticeLanguages),
    about: z.array(z.enum(saleTopics)),
    withEmail: z.boolean(),
    summary: z.enum(summaryPeriods),
    sentTo: z.string(),
    hourSince: moment.nullable(),
    sentInHour: z.int(),
    summarizedTo: z.string(),
    lastSentAt: moment.nullable(),
    problem: innerMap({ code: z.enum(problemCodes), said: z.string() }).nullable(),
    failures: z.int(),
    failingSince: moment.nullable(),
    nextAttemptAt: moment.nullable(),
    offSince: moment.nullable(),
    busyUntil: moment,
    createdAt: moment,
  }),
)

export function addressContext({
  mode,
  id,
}: Pick<NoticeDestination, 'mode' | 'id'>): Record<string, string> {
  return { item: 'notice-address', mode, id }
}

export function destinationCreation(destination: NoticeDestination): Write {
  const { mode, id, about } = destination
  const item = z.encode(codec, { ...destination, about: [...about] })
  return addition({ ...noticeKeys.noticeDestination(mode, id), ...item })
}

export function destinationRemoval({ mode, id }: Pick<NoticeDestination, 'mode' | 'id'>): Write {
  return {
    Delete: {
      Key: noticeKeys.noticeDestination(mode, id),
      ConditionExpression: 'attribute_exists(pk)',
    },
  }
}

/** The destinations of a mode, the oldest first (consistent). */
export function listDestinations(
  table: Table,
  mode: Mode,
  { onUnreadable }: { onUnreadable?: OnUnreadable } = {},
): Promise<NoticeDestination[]> {
  const partition = noticeKeys.noticeDestination(mode, '').pk
  return queryAll(table, { partition, ...(onUnreadable && { onUnreadable }) }, codec)
}

/** The destination of either mode (consistent), or undefined. */
export async function findDestination(
  table: Table,
  id: string,
): Promise<NoticeDestination | undefined> {
  if (!isId('noticeDestination', id)) return undefined
  const found = await Promise.all(
    modes.map((mode) => readItem(table, noticeKeys.noticeDestination(mode, id), codec)),
  )
  return found.find((destination) => destination !== undefined)
}

type Of = Pick<NoticeDestination, 'mode' | 'id'>
type Changes = Partial<NoticeChoices & NoticeProgress & Pick<NoticeDestination, 'busyUntil'>>

/** The write of some values of a destination; its condition fails if the destination was deleted. */
export function destinationUpdate(
  { mode, id }: Of,
  changes: Changes,
  expected: Pick<NoticeDestination, 'busyUntil'> | Record<string, never> = {},
): Write {
  return update(noticeKeys.noticeDestination(mode, id), stored(changes), stored(expected))
}

function stored(changes: Changes): Record<string, unknown> {
  const text = (value: unknown) => (value instanceof Date ? value.toISOString() : value)
  return Object.fromEntries(Object.entries(changes).map(([name, value]) => [name, text(value)]))
}

/**
 * Changes a destination that this run has claimed until `busyUntil`. False if it was deleted, or if another run took
 * over.
 */
export async function changeOwned(
  table: Table,
  { mode, id, busyUntil }: Of & Pick<NoticeDestination, 'busyUntil'>,
  changes: Changes,
): Promise<boolean> {
  const write = destinationUpdate({ mode, id }, changes, { busyUntil })
  return (await transact(table, [write])).committed
}
