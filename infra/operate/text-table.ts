/** Formats rows in columns, under a line of headings. */
export function textTable(headings: readonly string[], rows: readonly (readonly string[])[]) {
  const widths = headings.map((heading, column) =>
    Math.max(heading.length, ...rows.map((row) => row[column]?.length ?? 0)),
  )
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd()
  return [headings, ...rows].map(line).join('\n')
}
