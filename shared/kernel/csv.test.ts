import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { csvLine } from './csv.ts'

/** Reads CSV strictly by RFC 4180: a stray quotation mark is an error. */
function parsed(csv: string): string[][] {
  const rows: string[][] = [[]]
  for (let rest = csv; rest !== ''; ) {
    const [all, quoted, plain, end] = /^(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/.exec(rest) ?? []
    if (all === undefined) throw new Error(`no cell begins here: ${rest}`)
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain ?? '')
    if (end === '\r\n') rows.push([])
    rest = rest.slice(all.length)
  }
  return rows.slice(0, -1)
}

const hostile = fc.stringMatching(/^[=+\-@"',;\r\n\t a1.]*$/)
const cells = fc.array(fc.oneof(fc.string(), hostile), { minLength: 1 })

it('gives back any cells, but for apostrophes before what could be a formula', () => {
  const property = fc.property(fc.array(cells), (given) => {
    const read = parsed(given.map(csvLine).join(''))
    const without = (rows: readonly string[][]) =>
      rows.map((row) => row.map((cell) => cell.replaceAll("'", '')))
    expect(without(read)).toEqual(without(given))
  })
  void fc.assert(property, { seed: 20, numRuns: 500 })
})

it.each([
  [',', /,/],
  [';', /;/],
  ['\t', /\t/],
])(
  'has no formula if a spreadsheet separates by %j, whatever the quotation marks',
  (_, separator) => {
    const property = fc.property(cells, (given) => {
      const found = csvLine(given.map((cell) => cell.replaceAll(',', '')))
        .split(separator)
        .flatMap((part) => part.split(/[\r\n]/))
        .map((part) => part.replace(/^[" ]+/, ''))
      expect(
        found.filter((part) => /^[=+\-@]/.test(part) && !/^-\d+(\.\d+)?"?$/.test(part)),
      ).toEqual([])
    })
    void fc.assert(property, { seed: 21, numRuns: 500 })
  },
)

it('writes numbers as they are, and nothing for what is not there', () => {
  expect(csvLine([1.5, null, undefined, 'a', '-0.25', -3])).toBe('1.5,,,a,-0.25,-3\r\n')
})

it.each([
  ...[
    '=1+1',
    '+1',
    '-1+1',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '＝1',
    ' =1+1',
    '-',
    '\u0001=1',
    '\u200b=1',
  ],
  '=HYPERLINK("http://x","y")',
])('never gives a spreadsheet the formula %j', (text) => {
  expect(csvLine([text])).toMatch(/^"?'/)
})

it('quotes text that only looks like a number', () => {
  const texts = ['00123', '1e5', '12345678901234567890', '0', '0.5', '17']
  expect(csvLine(texts)).toBe('"00123","1e5","12345678901234567890",0,0.5,17\r\n')
})

it('leaves addresses, amounts and other writing as they are', () => {
  const address = '0x52908400098527886E0F7030069857D2E4169EE7'
  const plain = [address, '0.000000000000000001', 'Grüße 👩‍🚀', 'שלום', 'a=b', "it's", '2026-11-22']
  expect(csvLine(plain)).toBe(`${plain.join(',')}\r\n`)
})
