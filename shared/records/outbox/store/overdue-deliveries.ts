import * as z from 'zod'
import { type Mode, modes } from '../../../kernel/mode.ts'
import { moment } from '../../../kernel/store/codecs.ts'
import { indexKeys } from '../../../kernel/store/index-keys.ts'
import type { Query } from '../../../kernel/store/query.ts'
import { firstRows, spreadPages } from '../../../kernel/store/query-shards.ts'
import type { Table } from '../../../kernel/store/table.ts'

/** Refers to an overdue pending delivery: load it before deciding anything. */
export type OverdueDelivery = { mode: Mode; id: string }

const overdueRow = z.lazy(() => z.object({ mode: z.enum(modes), id: z.string() }))

/** A mode's deliveries due at `until` or before, the longest overdue first, page by page. */
export function overdueDeliveries(
  table: Table,
  { mode, until, ...reading }: { mode: Mode; until: Date } & Pick<Query, 'onUnreadable'>,
): AsyncGenerator<OverdueDelivery[]> {
  const partition = indexKeys.dueDeliveries(mode)
  const range = { from: '0', to: until.toISOString() }
  const attributes = ['mode', 'id']
  const query = { index: 'due', partition, range, attributes, pageSize: 100, ...reading } as const
  return spreadPages(table, query, overdueRow)
}

const waitingRow = z.lazy(() => z.object({ nextAttemptAt: moment }))

/** Up to 100 pending deliveries of a mode, those that a worker must process first. */
export async function nextDeliveries(
  table: Table,
  mode: Mode,
): Promise<z.output<typeof waitingRow>[]> {
  const partition = indexKeys.dueDeliveries(mode)
  const attributes = ['nextAttemptAt']
  const query = { index: 'due', partition, attributes } as const
  const { rows } = await firstRows(table, query, 100)
  return rows.map((row) => waitingRow.parse(row))
}
