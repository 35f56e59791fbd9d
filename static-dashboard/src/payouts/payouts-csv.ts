import { csvLine } from '../../../shared/kernel/csv.ts'
import { payoutColumns } from '../../../shared/sweeps/rules/payout-columns.ts'
import type { Operations } from '../operations.ts'

export type PayoutRow = Operations['export-payouts']['output']['rows'][number]

/** Makes Excel read UTF-8. */
const byteOrderMark = '\ufeff'

/** The rows as CSV, with one more column for each key of metadata. */
export function payoutsCsv(rows: readonly PayoutRow[]): string {
  const keys = [...new Set(rows.flatMap(({ metadata }) => Object.keys(metadata)))].sort()
  const head = [...payoutColumns, ...keys.map((key) => `metadata.${key}`)]
  const lines = rows.map((row) => [
    ...payoutColumns.map((name) => row[name]),
    ...keys.map((key) => row.metadata[key]),
  ])
  return byteOrderMark + [head, ...lines].map(csvLine).join('')
}
