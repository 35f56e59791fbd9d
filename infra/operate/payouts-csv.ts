import { stringify } from 'csv-stringify/sync'
import type { PayoutRow } from '../../shared/sweeps/wire/payout-row.ts'

const columns = [
  ...['type', 'session', 'status', 'chainId', 'asset', 'transaction', 'block', 'time', 'address'],
  ...['amount', 'rateUsd', 'valueUsd', 'fiatAmount', 'fiatCurrency'],
] as const

/**
 * The rows as CSV, with one more column for each key of metadata. Cells that a spreadsheet would take for
 * formulas begin with an apostrophe, since customers and shops write metadata.
 */
export function payoutsCsv(rows: readonly PayoutRow[]): string {
  const keys = [...new Set(rows.flatMap(({ metadata }) => Object.keys(metadata)))].sort()
  const records = rows.map(({ metadata, ...row }) => {
    const own = Object.fromEntries(
      Object.entries(metadata).map(([key, value]) => [name(key), value]),
    )
    return { ...row, ...own }
  })
  return stringify(records, {
    header: true,
    columns: [...columns, ...keys.map(name)],
    escape_formulas: true,
  }).trimEnd()
}

function name(key: string): string {
  return `metadata.${key}`
}
