import * as z from 'zod'
import { type Notifier, notifiers } from '../../../chain/rules/notifier.ts'
import { type Mode, modes } from '../../../kernel/mode.ts'
import type { Sealed } from '../../../kernel/sealed.ts'
import { moment } from '../../../kernel/store/codecs.ts'
import { type Query, queryAll, startingWith } from '../../../kernel/store/query.ts'
import { sealed } from '../../../kernel/store/sealed.ts'
import type { Table } from '../../../kernel/store/table.ts'
import type { Write } from '../../../kernel/store/transact.ts'
import { update, upsert } from '../../../kernel/store/writes.ts'
import { notifierKeys } from './keys.ts'

/** A vendor's account that notifies this service of a mode's payments. */
export type NotifierConnection = {
  mode: Mode
  notifier: Notifier
  token: Sealed
  tokenLastFour: string
  connectedAt: Date
  /** From this time on, its webhooks are removed, then the connection. */
  disconnectedAt: Date | null
  /** Since when the vendor's list needs to be compared with this service's. */
  repairRequestedAt: Date | null
  syncedAt: Date | null
  /** Why the last sync failed. */
  problem: string | null
  /** The last hour of closing whose addresses were removed; null before the first time. */
  takenOutHour: string | null
}

const connection = z.object({
  mode: z.enum(modes),
  notifier: z.enum(notifiers),
  token: sealed,
  tokenLastFour: z.string(),
  connectedAt: moment,
  disconnectedAt: moment.nullable().default(null),
  repairRequestedAt: moment.nullable().default(null),
  syncedAt: moment.nullable().default(null),
  problem: z.string().nullable().default(null),
  takenOutHour: z.string().nullable().default(null),
})

export function notifierTokenContext({
  mode,
  notifier,
}: Pick<NotifierConnection, 'mode' | 'notifier'>): Record<string, string> {
  return { item: 'notifier-token', mode, notifier }
}

const fresh = {
  disconnectedAt: null,
  repairRequestedAt: null,
  syncedAt: null,
  problem: null,
  takenOutHour: null,
}

/** The write that connects a notifier, or replaces its token; its webhooks stay. */
export function connectionReplacement(
  given: Pick<NotifierConnection, 'mode' | 'notifier' | 'token' | 'tokenLastFour' | 'connectedAt'>,
): Write {
  const { mode, notifier } = given
  return upsert({
    ...notifierKeys.notifier(mode, notifier),
    ...z.encode(connection, { ...fresh, ...given }),
  })
}

/** The connected notifiers of a mode (consistent unless `stale`), including those that are being disconnected. */
export function listConnections(
  table: Table,
  mode: Mode,
  reading: Pick<Query, 'stale' | 'onUnreadable'> = {},
): Promise<NotifierConnection[]> {
  const { pk, sk } = notifierKeys.notifier(mode, '')
  return queryAll(table, { partition: pk, range: startingWith(sk), ...reading }, connection)
}

type ConnectionKey = Pick<NotifierConnection, 'mode' | 'notifier'>
type Changes = Partial<
  Pick<
    NotifierConnection,
    'disconnectedAt' | 'repairRequestedAt' | 'syncedAt' | 'problem' | 'takenOutHour'
  >
>

/** The write that changes a connection; its condition fails if there is none. */
export function connectionUpdate({ mode, notifier }: ConnectionKey, changes: Changes) {
  const values = Object.entries(changes).map(([name, value]) => [
    name,
    value instanceof Date ? value.toISOString() : value,
  ])
  return update(notifierKeys.notifier(mode, notifier), Object.fromEntries(values))
}

export function connectionRemoval({ mode, notifier }: ConnectionKey): Write {
  return { Delete: { Key: notifierKeys.notifier(mode, notifier) } }
}
