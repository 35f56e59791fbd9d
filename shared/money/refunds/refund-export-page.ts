import type { Cell } from '../../kernel/csv.ts'
import type { Mode } from '../../kernel/mode.ts'
import type { Table } from '../../kernel/store/table.ts'
import { refundColumns } from './rules/refund-columns.ts'
import { listRefunds } from './store/refunds.ts'
import { presentRefund } from './wire/refund.ts'

type RefundPage = { records: { cells: Cell[]; after: string }[]; next: string | null }

const perPage = 100

/** Every refund, the newest first. */
export async function refundExportPage(
  table: Table,
  mode: Mode,
  after: string | null,
): Promise<RefundPage> {
  const { items, nextCursor } = await listRefunds(
    table,
    { mode, before: after ?? undefined },
    { limit: perPage },
  )
  const records = items.map((refund) => {
    const { amount, ...body } = presentRefund(refund)
    const sentFrom = refund.transfer?.from ?? null
    const row = { ...body, amount: amount.formatted, sentFrom }
    return { cells: refundColumns.map((column) => row[column]), after: refund.id }
  })
  return { records, next: nextCursor }
}
