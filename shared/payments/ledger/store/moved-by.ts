import * as z from 'zod'
import type { Mode } from '../../../kernel/mode.ts'
import { indexKeys } from '../../../kernel/store/index-keys.ts'
import { queryPage } from '../../../kernel/store/query.ts'
import type { Table } from '../../../kernel/store/table.ts'

const row = z.object({ listSk: z.string() })

/**
 * The ids of the sessions that a transaction paid, and of the sweep that it was. Eventually consistent. Transfers of
 * earlier versions are not found.
 */
export async function movedBy(
  table: Table,
  { mode, hash }: { mode: Mode; hash: string },
  { limit }: { limit: number },
): Promise<string[]> {
  const partition = indexKeys.transaction(mode, hash)
  const attributes = Object.keys(row.shape)
  const { rows } = await queryPage(table, {
    index: 'parent',
    partition,
    attributes,
    newestFirst: true,
    pageSize: limit,
  })
  return [...new Set(rows.map((each) => row.parse(each).listSk))]
}
