import type { AuditEntry } from '../../kernel/audit-entry.ts'
import { modes } from '../../kernel/mode.ts'
import { pageAuditEntries } from '../../kernel/store/audit-log.ts'
import type { Table } from '../../kernel/store/table.ts'
import { isCounted } from './rules/mailed-actions.ts'

/** So many are read at a time, so many at most, and of those that are more than counted. */
const pageLength = 50
const mostRead = 5_000
const mostListed = 1_000

export type Found = { found: AuditEntry[]; isCut: boolean }

/**
 * Of both modes, newest first. If there are more than a thousand, whoever added them may want to hide one; what is only counted,
 * such as a shop's new prices of a night, is not among these.
 */
export async function entriesBetween(table: Table, since: Date, until: Date): Promise<Found> {
  const found: AuditEntry[] = []
  let isCut = false
  for (const mode of modes) {
    let before: string | null = null
    let listed = 0
    for (let read = 0; read < mostRead && listed < mostListed; read += pageLength) {
      const filter = { mode, since, before: before ?? undefined }
      const page = await pageAuditEntries(table, filter, { limit: pageLength })
      found.push(...page.items.filter(({ createdAt }) => createdAt < until))
      listed += page.items.filter((entry) => !isCounted(entry)).length
      before = page.nextCursor
      if (before === null) break
    }
    isCut ||= before !== null
  }
  const newest = (a: AuditEntry, b: AuditEntry) => b.createdAt.getTime() - a.createdAt.getTime()
  return { found: found.sort(newest), isCut }
}
