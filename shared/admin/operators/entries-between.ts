import type { AuditEntry } from '../../kernel/audit-entry.ts'
import { modes } from '../../kernel/mode.ts'
import { pageAuditEntries } from '../../kernel/store/audit-log.ts'
import type { Table } from '../../kernel/store/table.ts'
import { isCounted } from './rules/mailed-actions.ts'

/** Limits are per mode. `mostListed` leaves out entries that are only counted. */
const pageLength = 50
const mostRead = 5_000
const mostListed = 1_000

export type Found = { found: AuditEntry[]; isCut: boolean }

/**
 * Returns the entries of both modes, newest first. `isCut` if a mode has more than a thousand: somebody may have added
 * them to hide one. Entries that are only counted, such as a shop's nightly price changes, aren't among the thousand.
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
