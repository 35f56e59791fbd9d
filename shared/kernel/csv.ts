/** Before spreadsheets read UTF-8, they look for this at the start of a file. */
export const byteOrderMark = '\uFEFF'

/** The end of a line in RFC 4180. */
export const lineEnd = '\r\n'

export type Cell = string | number | null | undefined

/**
 * Characters that spreadsheets accept as the start of a formula, full-width ones included, also after characters that
 * they ignore.
 */
const formula = /^[\s"\p{C}]*[=+\-@\t\r＝＋－＠]/u
/** Negative amounts aren't formulas. */
const decimal = /^-?\d+(\.\d+)?$/
/** Spreadsheets read these as numbers, which would not give the same text back. Many keep quoted cells as text. */
const textOfDigits = /^(0\d+|\d{16,}|\d+(\.\d+)?e[+-]?\d+)$/i
/**
 * A spreadsheet that separates by semicolons or tabs ends a cell in the middle of ours, and the rest becomes a cell of
 * its own there.
 */
const innerFormula = /([;\t\r\n][\s"\p{C}]*)(?=[=+\-@＝＋－＠])/gu

/**
 * The cells of a line of CSV (RFC 4180), without its end. Cells that a spreadsheet would read as formulas begin with an
 * apostrophe, since customers and shops write some of them.
 */
export function csvCells(cells: readonly Cell[]): string {
  return cells.map(csvCell).join(',')
}

/** The whole line. */
export function csvLine(cells: readonly Cell[]): string {
  return csvCells(cells) + lineEnd
}

function csvCell(value: Cell): string {
  const text = String(value ?? '')
  const plain = decimal.test(text) ? text : withoutFormulas(text)
  return /[",;\r\n\t]/.test(plain) || textOfDigits.test(plain)
    ? `"${plain.replaceAll('"', '""')}"`
    : plain
}

function withoutFormulas(text: string): string {
  const inside = text.replace(innerFormula, "$1'")
  return formula.test(text) ? `'${inside}` : inside
}
