import * as z from 'zod'
import type { Mode } from '../../../kernel/mode.ts'
import { moment } from '../../../kernel/store/codecs.ts'
import { getItems } from '../../../kernel/store/get-items.ts'
import type { Table } from '../../../kernel/store/table.ts'
import { type OnUnreadable, readRows } from '../../../kernel/store/unreadable-rows.ts'
import { sessionKeys } from './keys.ts'

const row = z.object({ id: z.string(), closedAt: moment.nullable() })

/**
 * The closed ones of the sessions (each once, consistent). A session that is gone doesn't count, nor one that can't be
 * read: calls `onUnreadable` with that row; without `onUnreadable`, throws.
 */
export async function closedSessions(
  table: Table,
  mode: Mode,
  { ids, onUnreadable }: { ids: readonly string[]; onUnreadable?: OnUnreadable },
): Promise<ReadonlySet<string>> {
  const wanted = ids.map((id) => sessionKeys.session(mode, id))
  const items = await getItems(table, wanted, { consistent: true })
  const rows = readRows(items, row, onUnreadable)
  return new Set(rows.filter(({ closedAt }) => closedAt !== null).map(({ id }) => id))
}
