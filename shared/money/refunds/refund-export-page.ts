import type { Cell } from '../../kernel/csv.ts'
import type { Mode } from '../../kernel/mode.ts'
import type { Table } from '../../kernel/store/table.ts'
import { isProviders } from './rules/provider-refund.ts'
import { refundColumns } from './rules/refund-columns.ts'
import { listRefunds } from './store/refunds.ts'
import { presentAnyRefund } from './wire/refund.ts'

type RefundPage = { records: { cells: Cell[]; after: string }[]; next: string | null }

const perPage = 100

/** Every refund, also providers', the newest first. */
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
    const { amount, ...body } = presentAnyRefund(refund)
    const sentFrom = isProviders(refund) ? null : (refund.transfer?.from ?? null)
    const row = { ...body, amount: amount?.formatted ?? null, sentFrom }
    return { cells: refundColumns.map((column) => row[column]), after: refund.id }
  })
  return { records, next: nextCursor }
}
