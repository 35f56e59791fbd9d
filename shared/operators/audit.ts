import { newId, type RandomBytes } from '../kernel/ids.ts'
import type { Write } from '../kernel/store/transact.ts'
import type { AuditEntry } from './rules/audit-entry.ts'
import { auditEntryWrite } from './store/audit-log.ts'

export type AuditDeps = { now: () => Date; randomBytes: RandomBytes }

/** The write of an audit entry, for the transaction of the audited operation. */
export function auditWrite(
  { now, randomBytes }: AuditDeps,
  entry: Omit<AuditEntry, 'id' | 'createdAt'>,
): Write {
  const createdAt = now()
  return auditEntryWrite({ ...entry, id: newId('auditEntry', createdAt, randomBytes), createdAt })
}
