import * as z from 'zod'
import { idRange } from '../../kernel/id-range.ts'
import { type Mode, modes } from '../../kernel/mode.ts'
import type { Page } from '../../kernel/page.ts'
import { jsonText, moment } from '../../kernel/store/codecs.ts'
import { keys } from '../../kernel/store/keys.ts'
import { listPage } from '../../kernel/store/list-page.ts'
import type { Table } from '../../kernel/store/table.ts'
import type { Write } from '../../kernel/store/transact.ts'
import { addition } from '../../kernel/store/writes.ts'
import { type AuditEntry, auditedActions } from '../rules/audit-entry.ts'

const actor = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('operator'),
    id: z.string(),
    email: z.string(),
    address: z.string(),
  }),
  z.object({ kind: z.literal('aws'), arn: z.string() }),
  z.object({ kind: z.literal('unverified'), requestId: z.string() }),
])

const auditCodec = z.object({
  id: z.string(),
  mode: z.enum(modes),
  actor,
  action: z.enum(auditedActions),
  target: z.string(),
  note: z.string(),
  outcome: z.string(),
  details: jsonText(z.record(z.string(), z.string())),
  createdAt: moment,
})

/** The write that adds an entry, for the transaction that it reports; entries are never changed. */
export function auditEntryWrite(entry: AuditEntry): Write {
  return addition({ ...keys.auditEntry(entry.mode, entry.id), ...z.encode(auditCodec, entry) })
}

/** A page of a mode's entries, newest first (consistent). */
export function pageAuditEntries(
  table: Table,
  { mode, before }: { mode: Mode; before?: string | undefined },
  { limit }: { limit: number },
): Promise<Page<AuditEntry>> {
  const { pk: partition } = keys.auditEntry(mode, '')
  const range = idRange('auditEntry', { before })
  return listPage(table, { partition, range, limit }, (row) => auditCodec.parse(row))
}
