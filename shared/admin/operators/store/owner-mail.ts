import * as z from 'zod'
import { moment } from '../../../kernel/store/codecs.ts'
import { readItem } from '../../../kernel/store/read-item.ts'
import type { Table } from '../../../kernel/store/table.ts'
import type { Write } from '../../../kernel/store/transact.ts'
import { upsert } from '../../../kernel/store/writes.ts'
import { operatorKeys } from './keys.ts'

const ownerMailItem = z.lazy(() => z.object({ toldUntil: moment, mailedAt: moment.nullable() }))

/** Entries of the audit log before `toldUntil` were mailed, or needn't be; and when a mail was last sent. */
export type OwnerMailState = { toldUntil: Date; mailedAt: Date | null }

export function loadOwnerMail(table: Table): Promise<OwnerMailState | undefined> {
  return readItem(table, operatorKeys.ownerMail(), ownerMailItem)
}

export function ownerMailWrite(state: OwnerMailState): Write {
  return upsert({ ...operatorKeys.ownerMail(), ...z.encode(ownerMailItem, state) })
}
