import type { Table } from '../../kernel/store/table.ts'
import { refundExportPage } from '../../money/refunds/refund-export-page.ts'
import { refundColumns } from '../../money/refunds/rules/refund-columns.ts'
import { payoutExportPage } from '../../money/sweeps/payout-export-page.ts'
import { payoutColumns } from '../../money/sweeps/rules/payout-columns.ts'
import type { PayoutRow } from '../../money/sweeps/wire/payout-row.ts'
import { oldestMatchAt } from '../../payments/checkout-sessions/store/session-list.ts'
import { accountingColumns } from '../payments/accounting-columns.ts'
import { accountingExportPage } from '../payments/accounting-export-page.ts'
import { paymentFilter } from '../payments/list-payments.ts'
import { paymentCells, paymentColumns } from '../payments/payment-cells.ts'
import { paymentExportPage, reachedBy } from '../payments/payment-export-page.ts'
import type { Step } from './draft.ts'
import type { ExportJob, ExportKind, Position } from './rules/export-job.ts'
import type { ExportRow } from './rules/export-line.ts'

type ExportSource = {
  columns: readonly string[]
  page: (
    table: Table,
    job: ExportJob,
    after: string | null,
  ) => Promise<{ records: Step[]; next: string | null }>
  oldestAt: (table: Table, job: ExportJob) => Promise<Date | null>
  /** When the last read record was created; null if unknown. */
  reachedAt: (position: Position) => Date | null
}

const payments: ExportSource = {
  columns: paymentColumns,
  page: async (table, job, after) => {
    const page = await paymentExportPage(table, filterOf(job), after ?? undefined)
    const records = page.payments.map((payment) => ({
      rows: [{ cells: paymentCells(payment), metadata: payment.metadata }],
      after: payment.id,
    }))
    return { records, next: page.next }
  },
  oldestAt: async (table, job) => {
    const { mode, linkId, createdAfter } = filterOf(job)
    const after = createdAfter ? new Date(createdAfter) : undefined
    return (await oldestMatchAt(table, { mode, linkId, createdAfter: after })) ?? null
  },
  reachedAt: ({ after }) => reachedBy(after),
}

const accounting: ExportSource = {
  ...payments,
  columns: accountingColumns,
  page: async (table, job, after) => {
    const page = await accountingExportPage(table, filterOf(job), after ?? undefined)
    const records = page.records.map(({ id, cells }) => ({
      rows: cells ? [{ cells, metadata: {} }] : [],
      after: id,
    }))
    return { records, next: page.next }
  },
}

function filterOf({ mode, filter }: ExportJob) {
  return paymentFilter.parse({ ...filter, mode })
}

const payouts: ExportSource = {
  columns: payoutColumns,
  page: async (table, { mode }, after) => {
    const page = await payoutExportPage(table, mode, after)
    const records = page.records.map(({ rows, after }) => ({ rows: rows.map(payoutRow), after }))
    return { records, next: page.next }
  },
  oldestAt: async () => null,
  reachedAt: () => null,
}

function payoutRow(row: PayoutRow): ExportRow {
  return { cells: payoutColumns.map((column) => row[column]), metadata: row.metadata }
}

const refunds: ExportSource = {
  columns: refundColumns,
  page: async (table, { mode }, after) => {
    const page = await refundExportPage(table, mode, after)
    const records = page.records.map(({ cells, after }) => {
      return { rows: [{ cells, metadata: {} }], after }
    })
    return { records, next: page.next }
  },
  oldestAt: async () => null,
  reachedAt: () => null,
}

export const exportSources: Readonly<Record<ExportKind, ExportSource>> = {
  payments,
  payouts,
  refunds,
  accounting,
}
