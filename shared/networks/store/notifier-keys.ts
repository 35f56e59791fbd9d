import * as z from 'zod'
import { keys } from '../../kernel/store/keys.ts'
import { queryAll } from '../../kernel/store/query.ts'
import { sealed } from '../../kernel/store/sealed.ts'
import type { Table } from '../../kernel/store/table.ts'
import type { Write } from '../../kernel/store/transact.ts'
import { upsert } from '../../kernel/store/writes.ts'
import { type Notifier, type NotifierKey, notifiers } from '../rules/notifier.ts'

const notifierKey = z.object({
  notifier: z.enum(notifiers),
  chainId: z.int(),
  webhookId: z.string(),
  signingKey: sealed,
})

/** The write that stores the signing key of a webhook. */
export function notifierKeyCreation(key: NotifierKey): Write {
  return upsert({ ...keys.notifierKey(key.notifier, key.webhookId), ...key })
}

export function notifierKeyRemoval({
  notifier,
  webhookId,
}: Pick<NotifierKey, 'notifier' | 'webhookId'>): Write {
  return { Delete: { Key: keys.notifierKey(notifier, webhookId) } }
}

/** All signing keys of a notifier, one per webhook (consistent). */
export function listNotifierKeys(table: Table, notifier: Notifier): Promise<NotifierKey[]> {
  return queryAll(table, { partition: keys.notifierKey(notifier, '').pk }, notifierKey)
}
