/** What spreadsheets take for the beginning of a formula, in full width as well. */
const formula = /^[=+\-@\t\r＝＋－＠]/

type Cell = string | number | null | undefined

/**
 * A line of CSV (RFC 4180). Cells that a spreadsheet would take for formulas begin with an apostrophe, since customers and
 * shops write some of them.
 */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join(',')}\n`
}

function csvCell(value: Cell): string {
  const text = String(value ?? '')
  const plain = formula.test(text) ? `'${text}` : text
  return /[",\r\n\t]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}
