import * as z from 'zod'
import { type Notifier, type NotifierKey, notifiers } from '../../../chain/rules/notifier.ts'
import { queryAll } from '../../../kernel/store/query.ts'
import { sealed } from '../../../kernel/store/sealed.ts'
import type { Table } from '../../../kernel/store/table.ts'
import type { Write } from '../../../kernel/store/transact.ts'
import { upsert } from '../../../kernel/store/writes.ts'
import { notifierKeys } from './keys.ts'

const notifierKey = z.object({
  notifier: z.enum(notifiers),
  chainId: z.int(),
  webhookId: z.string(),
  signingKey: sealed,
})

/** The write that stores the signing key of a webhook. */
export function notifierKeyCreation(key: NotifierKey): Write {
  return upsert({ ...notifierKeys.notifierKey(key.notifier, key.webhookId), ...key })
}

export function notifierKeyRemoval({
  notifier,
  webhookId,
}: Pick<NotifierKey, 'notifier' | 'webhookId'>): Write {
  return { Delete: { Key: notifierKeys.notifierKey(notifier, webhookId) } }
}

/** All signing keys of a notifier, one per webhook (consistent). */
export function listNotifierKeys(table: Table, notifier: Notifier): Promise<NotifierKey[]> {
  return queryAll(table, { partition: notifierKeys.notifierKey(notifier, '').pk }, notifierKey)
}
