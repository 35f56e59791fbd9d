import * as z from 'zod'
import { keys } from '../../kernel/store/keys.ts'
import { queryAll } from '../../kernel/store/query.ts'
import { sealed } from '../../kernel/store/sealed.ts'
import type { Table } from '../../kernel/store/table.ts'
import type { Write } from '../../kernel/store/transact.ts'
import { type Notifier, type NotifierKey, notifiers } from '../rules/notifier-key.ts'

const notifierKey = z.object({
  notifier: z.enum(notifiers),
  chainId: z.int(),
  signingKey: sealed,
})

/** The write that stores a notifier's key for a chain, replacing an earlier one. */
export function notifierKeyReplacement(key: NotifierKey): Write {
  return { Put: { Item: { ...keys.notifierKey(key.notifier, String(key.chainId)), ...key } } }
}

/** All keys of a notifier, one per chain (consistent). */
export function listNotifierKeys(table: Table, notifier: Notifier): Promise<NotifierKey[]> {
  return queryAll(table, { partition: keys.notifierKey(notifier, '').pk }, notifierKey)
}
