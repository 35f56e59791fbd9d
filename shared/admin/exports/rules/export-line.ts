import { type Cell, csvCells } from '../../../kernel/csv.ts'

type Metadata = Readonly<Record<string, string | number>>

export type ExportRow = { cells: readonly Cell[]; metadata: Metadata }

/** A line without its line break, and how many metadata columns existed when it was written. */
export type ExportLine = { text: string; width: number }

/** Spreadsheets have 16,384 columns, and whoever creates payments chooses the names of metadata. */
const maxColumns = 200

/** The metadata columns, including those that this row adds. */
export function withKeys(columns: readonly string[], metadata: Metadata): readonly string[] {
  const added = Object.keys(metadata).filter((key) => !columns.includes(key))
  if (added.length === 0 || columns.length >= maxColumns) return columns
  return [...columns, ...added.sort()].slice(0, maxColumns)
}

/** The column before the metadata columns has the metadata without a column of its own, as JSON. */
export function lineOf({ cells, metadata }: ExportRow, columns: readonly string[]): ExportLine {
  const others = Object.entries(metadata).filter(([key]) => !columns.includes(key))
  const other = others.length > 0 ? JSON.stringify(Object.fromEntries(others)) : null
  const named = columns.map((key) => metadata[key])
  return { text: csvCells([...cells, other, ...named]), width: columns.length }
}

export function headOf(names: readonly string[], columns: readonly string[]): string {
  return csvCells([...names, 'otherMetadata', ...columns.map((key) => `metadata.${key}`)])
}

/** Adds empty cells for the columns that were added later. */
export function widened({ text, width }: ExportLine, to: number): string {
  return text + ','.repeat(to - width)
}
