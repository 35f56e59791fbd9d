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
  return byteOrderMark + [head, ...lines].map((line) => `${line.map(cell).join()}\r\n`).join('')
}

/** Cells that a spreadsheet would take for formulas begin with an apostrophe: customers and shops write metadata. */
function cell(value: string | number | null | undefined): string {
  const text = String(value ?? '')
  const harmless =
    typeof value === 'string' && /^[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/.test(text)
      ? `'${text}`
      : text
  return /[",\r\n;]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
