import { type Cell, csvCells } from '../../../kernel/csv.ts'

type Metadata = Readonly<Record<string, string | number>>

export type ExportRow = { cells: readonly Cell[]; metadata: Metadata }

/** A line without its end, and how many columns of metadata were known then. */
export type ExportLine = { text: string; width: number }

/** Spreadsheets have 16,384 columns, and whoever creates payments may name what they like. */
const maxColumns = 200

/** The columns of metadata with those that this row adds. */
export function withKeys(columns: readonly string[], metadata: Metadata): readonly string[] {
  const added = Object.keys(metadata).filter((key) => !columns.includes(key))
  if (added.length === 0 || columns.length >= maxColumns) return columns
  return [...columns, ...added.sort()].slice(0, maxColumns)
}

/** What has no column of its own is in the one before them, as JSON. */
export function lineOf({ cells, metadata }: ExportRow, columns: readonly string[]): ExportLine {
  const others = Object.entries(metadata).filter(([key]) => !columns.includes(key))
  const other = others.length > 0 ? JSON.stringify(Object.fromEntries(others)) : null
  const named = columns.map((key) => metadata[key])
  return { text: csvCells([...cells, other, ...named]), width: columns.length }
}

export function headOf(names: readonly string[], columns: readonly string[]): string {
  return csvCells([...names, 'otherMetadata', ...columns.map((key) => `metadata.${key}`)])
}

/** The line with empty cells for the columns that came later. */
export function widened({ text, width }: ExportLine, to: number): string {
  return text + ','.repeat(to - width)
}
