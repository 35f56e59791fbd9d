/** Tables of up to this many columns stay readable when their lines wrap. */
const mostWrapped = 3

/**
 * Formats rows in columns, under a line of headings. What is wider than the terminal gets a line for each value; a file or
 * a pipe takes any width.
 */
export function textTable(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
  terminalColumns = process.stdout.columns ?? Number.POSITIVE_INFINITY,
): string {
  const widths = headings.map((heading, column) =>
    Math.max(heading.length, ...rows.map((row) => row[column]?.length ?? 0)),
  )
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd()
  const lines = [headings, ...rows].map(line)
  const fits = lines.every(({ length }) => length <= terminalColumns)
  return fits || headings.length <= mostWrapped
    ? lines.join('\n')
    : rows.map((row) => stacked(headings, row)).join('\n\n')
}

/** A value on each line, after its heading; without those that a row leaves empty. */
function stacked(headings: readonly string[], row: readonly string[]): string {
  const width = Math.max(...headings.map(({ length }) => length))
  const lines = headings.map((heading, column) => `${heading.padEnd(width)}  ${row[column] ?? ''}`)
  return lines.filter((_, column) => row[column]).join('\n')
}
