import * as z from 'zod'
import { type Mode, modes } from '../../kernel/mode.ts'
import { indexKeys } from '../../kernel/store/keys.ts'
import { queryPages } from '../../kernel/store/query.ts'
import type { Table } from '../../kernel/store/table.ts'

/** Refers to an overdue pending delivery: load it before deciding anything. */
export type OverdueDelivery = { mode: Mode; id: string }

const overdueRow = z.lazy(() => z.object({ mode: z.enum(modes), id: z.string() }))

/** A mode's deliveries due at `until` or before, the longest overdue first, page by page. */
export function overdueDeliveries(
  table: Table,
  { mode, until }: { mode: Mode; until: Date },
): AsyncGenerator<OverdueDelivery[]> {
  const partition = indexKeys.dueDeliveries(mode)
  const range = { from: '0', to: until.toISOString() }
  return queryPages(table, { index: 'due', partition, range, pageSize: 100 }, overdueRow)
}
