import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import * as z from 'zod'
import { type Notifier, notifiers } from '../../../chain/rules/notifier.ts'
import type { Mode } from '../../../kernel/mode.ts'
import { innerMap, moment } from '../../../kernel/store/codecs.ts'
import { queryAll } from '../../../kernel/store/query.ts'
import { readItem } from '../../../kernel/store/read-item.ts'
import type { Table } from '../../../kernel/store/table.ts'
import type { Write } from '../../../kernel/store/transact.ts'
import { addition, replacement } from '../../../kernel/store/writes.ts'
import type { NotifierHealth } from '../rules/notifier-health.ts'
import { notifierKeys } from './keys.ts'

/** A notifier on a chain. */
export type NotifiedChain = { mode: Mode; notifier: Notifier; chainId: number }

export type StoredHealth = Omit<NotifiedChain, 'mode'> & NotifierHealth & { version: number }

const storedHealth = z.object({
  notifier: z.enum(notifiers),
  chainId: z.int(),
  payments: z.array(innerMap({ sessionId: z.string(), inTime: z.boolean() })),
  lastPaymentAt: moment.nullable(),
  lastNotificationAt: moment.nullable(),
  version: z.int(),
})

/** Undefined before the first payment (consistent). */
export function loadHealth(
  table: Table,
  { mode, notifier, chainId }: NotifiedChain,
): Promise<StoredHealth | undefined> {
  return readItem(table, notifierKeys.notifierHealth(mode, notifier, chainId), storedHealth)
}

/** Returns the health of all notifiers and chains of a mode (eventually consistent). */
export function listHealth(table: Table, mode: Mode): Promise<StoredHealth[]> {
  const { pk } = notifierKeys.notifierHealth(mode, '', 0)
  return queryAll(table, { partition: pk, stale: true }, storedHealth)
}

/** The write that stores the health after `before`; its condition fails if another payment came first. */
export function healthUpdate(
  { mode, notifier, chainId }: NotifiedChain,
  { health, before }: { health: NotifierHealth; before: StoredHealth | undefined },
): Write {
  const version = (before?.version ?? 0) + 1
  const value = { ...health, payments: [...health.payments], notifier, chainId, version }
  const Item = {
    ...notifierKeys.notifierHealth(mode, notifier, chainId),
    ...z.encode(storedHealth, value),
  }
  return before ? replacement(Item, before.version) : addition(Item)
}

const keptSeconds = 7 * 86_400

type NotifiedSession = NotifiedChain & { sessionId: string }

/** Notes when a notifier first named a session's address on a chain. */
export async function noteNotified(
  { client, name }: Table,
  { mode, sessionId, notifier, chainId }: NotifiedSession,
  at: Date,
): Promise<void> {
  await client.send(
    new UpdateCommand({
      TableName: name,
      Key: notifierKeys.notified(mode, sessionId, { notifier, chainId }),
      UpdateExpression: 'SET firstAt = if_not_exists(firstAt, :at), #ttl = :ttl',
      ExpressionAttributeNames: { '#ttl': 'ttl' },
      ExpressionAttributeValues: {
        ':at': at.toISOString(),
        ':ttl': Math.ceil(at.getTime() / 1000) + keptSeconds,
      },
    }),
  )
}

/** When a notifier first named a session's address on a chain, if it did. */
export async function firstNotifiedAt(
  table: Table,
  { mode, sessionId, notifier, chainId }: NotifiedSession,
): Promise<Date | null> {
  const key = notifierKeys.notified(mode, sessionId, { notifier, chainId })
  const item = await readItem(table, key, z.object({ firstAt: moment }))
  return item?.firstAt ?? null
}
