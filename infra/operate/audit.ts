import {
  type AuditEntryBody,
  type AuditPage,
  listAuditEntries,
} from '../../shared/admin/operators/list-audit-entries.ts'
import { apiKeyName } from '../../shared/kernel/audit-entry.ts'
import { type Command, commandOf } from './command.ts'
import { textTable } from './text-table.ts'

export const auditCommands: readonly Command[] = [commandOf(listAuditEntries, { text: pageText })]

/** A page whose entries do not match is empty, and not the last. */
export function pageText({ entries, nextCursor }: AuditPage): string {
  const more = nextCursor === null ? [] : [`For more entries, add: --after ${nextCursor}`]
  const none = nextCursor === null ? 'There are no entries.' : 'None of the newest entries match.'
  return [entries.length === 0 ? none : entryTable(entries), ...more].join('\n\n')
}

function who(actor: AuditEntryBody['actor']): string {
  switch (actor.kind) {
    case 'operator':
      return `${actor.email}, ${actor.address}`
    case 'visitor':
      return `somebody not signed in, ${actor.address}`
    case 'aws':
      return actor.arn
    case 'unverified':
      return `unverified, request ${actor.requestId}`
    case 'api-key':
      return `API key ${apiKeyName(actor)}`
    case 'machine':
      return 'terminal of this machine'
    case 'unknown':
      return actor.name
  }
}

function entryTable(entries: readonly AuditEntryBody[]): string {
  return textTable(
    ['TIME', 'ACTION', 'TARGET', 'OUTCOME', 'WHAT', 'WHO', 'NOTE'],
    entries.map(({ actor, details, ...each }) => [
      each.createdAt,
      each.action,
      each.target,
      each.outcome,
      Object.entries(details)
        .map(([name, value]) => `${name}: ${value}`)
        .join(', ') || '-',
      who(actor),
      each.note.replaceAll('\n', ' '),
    ]),
  )
}
