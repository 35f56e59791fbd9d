import type { AuditEntry } from '../../kernel/audit-entry.ts'
import { modes } from '../../kernel/mode.ts'
import { pageAuditEntries } from '../../kernel/store/audit-log.ts'
import type { Table } from '../../kernel/store/table.ts'

/** So many are read at a time, and so many are looked at. */
const pageLength = 50
const mostRead = 1_000

export type Found = { found: AuditEntry[]; isCut: boolean }

/** Of both modes, newest first. If there are more than a thousand, whoever added them may want to hide one. */
export async function entriesBetween(table: Table, since: Date, until: Date): Promise<Found> {
  const found: AuditEntry[] = []
  let isCut = false
  for (const mode of modes) {
    let before: string | null = null
    for (let read = 0; read < mostRead; read += pageLength) {
      const filter = { mode, since, before: before ?? undefined }
      const page = await pageAuditEntries(table, filter, { limit: pageLength })
      found.push(...page.items.filter(({ createdAt }) => createdAt < until))
      before = page.nextCursor
      if (before === null) break
    }
    isCut ||= before !== null
  }
  const newest = (a: AuditEntry, b: AuditEntry) => b.createdAt.getTime() - a.createdAt.getTime()
  return { found: found.sort(newest), isCut }
}
