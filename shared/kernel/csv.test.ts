import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { csvLine } from './csv.ts'

/** Reads CSV as RFC 4180 says, and nothing else: a stray quotation mark is an error. */
function parsed(csv: string): string[][] {
  const rows: string[][] = [[]]
  for (let rest = csv; rest !== ''; ) {
    const [all, quoted, plain, end] = /^(?:"((?:[^"]|"")*)"|([^",\n]*))(,|\n)/.exec(rest) ?? []
    if (all === undefined) throw new Error(`no cell begins here: ${rest}`)
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain ?? '')
    if (end === '\n') rows.push([])
    rest = rest.slice(all.length)
  }
  return rows.slice(0, -1)
}

it('gives back any cells, but for the apostrophe before what could be a formula', () => {
  const cells = fc.array(fc.oneof(fc.string(), fc.stringMatching(/^[=+\-@"',;\r\n\t a]*$/)), {
    minLength: 1,
  })
  const rows = fc.array(cells)
  const property = fc.property(rows, (given) => {
    const read = parsed(given.map(csvLine).join(''))
    expect(read).toEqual(
      given.map((row) =>
        row.map((cell) => (/^[=+\-@\t\r＝＋－＠]/.test(cell) ? `'${cell}` : cell)),
      ),
    )
  })
  void fc.assert(property, { seed: 20, numRuns: 500 })
})

it('writes numbers as they are, and nothing for what is not there', () => {
  expect(csvLine([1.5, null, undefined, 'a'])).toBe('1.5,,,a\n')
})

it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '＝1', '=HYPERLINK("http://x","y")'])(
  'never gives a spreadsheet the formula %j',
  (text) => {
    expect(csvLine([text])).toMatch(/^"?'/)
  },
)
