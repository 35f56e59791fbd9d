import { resourceNotFound } from '../../kernel/errors.ts'
import type { Table } from '../../kernel/store/table.ts'
import type { NoticeDestination } from './rules/notice-destination.ts'
import { findDestination } from './store/notice-destinations.ts'

/** The destination of either mode. Throws `resource_not_found`. */
export async function requiredDestination(table: Table, id: string): Promise<NoticeDestination> {
  const found = await findDestination(table, id)
  if (!found) throw resourceNotFound('destination of notices', id)
  return found
}
