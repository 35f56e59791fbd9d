import * as z from 'zod'
import type { Mode } from '../../kernel/mode.ts'
import { moment } from '../../kernel/store/codecs.ts'
import { getItems } from '../../kernel/store/get-items.ts'
import { keys } from '../../kernel/store/keys.ts'
import type { Table } from '../../kernel/store/table.ts'

const row = z.object({ id: z.string(), closedAt: moment.nullable() })

/** Those of the sessions (each once) that are closed (consistent). A session that is gone doesn't count. */
export async function closedSessions(
  table: Table,
  mode: Mode,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const wanted = ids.map((id) => keys.session(mode, id))
  const items = await getItems(table, wanted, { consistent: true })
  const rows = items.map((item) => row.parse(item))
  return new Set(rows.filter(({ closedAt }) => closedAt !== null).map(({ id }) => id))
}
