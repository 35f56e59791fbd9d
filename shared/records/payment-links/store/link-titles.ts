import * as z from 'zod'
import type { Mode } from '../../../kernel/mode.ts'
import { getItems } from '../../../kernel/store/get-items.ts'
import type { Table } from '../../../kernel/store/table.ts'
import { linkKeys } from './keys.ts'

const row = z.lazy(() => z.object({ id: z.string(), title: z.string() }))

/** The titles of those of the links that exist, by their ids. Eventually consistent. */
export async function linkTitles(
  table: Table,
  mode: Mode,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const wanted = [...new Set(ids)].map((id) => linkKeys.paymentLink(mode, id))
  const items = await getItems(table, wanted, { consistent: false })
  return new Map(items.map((item) => row.parse(item)).map(({ id, title }) => [id, title]))
}
