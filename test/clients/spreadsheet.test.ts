import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { byteOrderMark, csvLine } from '../../shared/kernel/csv.ts'
import { inheritedVariables } from '../config.ts'

const execute = promisify(execFile)

let folder: string

/** Texts of customers and shops that try to run something, or to break the table. */
const hostile = [
  ...['=1+1', '+1+1', '-1+1', '@SUM(1;2)', '\t=1+1', '\r=1+1', ' =1+1', '＝1+1', '"=1+1'],
  ...[
    '=HYPERLINK("http://x.example","y")',
    "=cmd|' /C calc'!A0",
    '\u00a0=1+1',
    '\u0001=1',
    '\u200b=1+1',
  ],
  ...['a;=1+1;b', 'a\n=1+1', 'a\r\n=2+2', 'a\t=1+1', '",=1+1,"', '";=1+1;"', '";"=1+1', '\n=1+1'],
]

const texts = [
  ...['a,b', 'a;b', 'say "hi"', "it's", 'Grüße 👩‍🚀', 'שלום', '\u202Efdp.exe', '5%', '$5', 'true'],
  ...['0x52908400098527886E0F7030069857D2E4169EE7', '2026-11-22T10:00:00.000Z', 'cs_01JD8Z3K'],
  ...['00123', '1e5', '12345678901234567890'],
]

const numbers = ['12.50', '0', '-12.5', '0.000000000000000001', '31337', '2500']

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quittance-csv-'))
  const rows = [...hostile, ...texts, ...numbers].map((cell) => csvLine(['id', cell, 'end']))
  await writeFile(join(folder, 'export.csv'), byteOrderMark + rows.join(''))
})

afterAll(() => rm(folder, { recursive: true, force: true }))

/** LibreOffice's import options: UTF-8, quoted cells are text, and formulas are evaluated. */
function importing(separator: ',' | ';' | '\t'): string {
  return `CSV:${separator.charCodeAt(0)},34,76,1,,0,true,false,false,false,false,0,true`
}

async function converted(to: string, separator: ',' | ';' | '\t'): Promise<string> {
  const given = ['--headless', `--infilter=${importing(separator)}`, '--convert-to', to]
  const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`
  const where = ['--outdir', join(folder, 'out'), join(folder, 'export.csv')]
  try {
    const { stdout } = await execute('soffice', [profile, ...given, ...where], {
      env: inheritedVariables,
    })
    expect(stdout).toContain('convert ')
  } catch (cause) {
    const hint =
      'Install LibreOffice: apt-get install --no-install-recommends libreoffice-calc-nogui'
    throw new Error(`soffice did not run. ${hint}`, { cause })
  }
  return readFile(join(folder, 'out', `export.${to.replace(/:.*/s, '')}`), 'utf8')
}

type SheetCell = { type: string; text: string; number: number | null; formula: boolean }

/** The cells of the sheet in LibreOffice's flat XML. */
function cellsOf(fods: string): SheetCell[][] {
  const [, table = ''] = /<table:table (.*?)<\/table:table>/s.exec(fods) ?? []
  const rows = [...table.matchAll(/<table:table-row.*?<\/table:table-row>/gs)]
  return rows.map(([row]) =>
    [
      ...row.matchAll(/<table:table-cell((?:[^>"]|"[^"]*")*?)(?:\/>|>(.*?)<\/table:table-cell>)/gs),
    ].map(([, attributes = '', content = '']) => {
      const [, value] = /office:value="([^"]*)"/.exec(attributes) ?? []
      return {
        type: /office:value-type="([^"]*)"/.exec(attributes)?.[1] ?? '',
        text: textOf(content),
        number: value === undefined ? null : Number(value),
        formula: attributes.includes('table:formula'),
      }
    }),
  )
}

function textOf(content: string): string {
  const lines = content.split('</text:p>').slice(0, -1)
  return lines
    .map((line) =>
      line
        .replace(/<text:s text:c="(\d+)"\/>/g, (_, count: string) => ' '.repeat(Number(count)))
        .replace(/<text:s\/>/g, ' ')
        .replace(/<text:tab\/>/g, '\t')
        .replace(/<[^>]*>/g, ''),
    )
    .join('\n')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .trim()
}

/** Line breaks are LibreOffice's own, and it leaves out control characters. */
function shown(text: string): string {
  return text
    .replaceAll("'", '')
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[^\P{Cc}\n\t]/gu, '')
    .trim()
}

it('comes back from LibreOffice as it was written: text as text, amounts as numbers, no formula', async () => {
  const rows = cellsOf(await converted('fods', ','))
  expect(rows.map(([first, , last]) => [first?.text, last?.text])).toEqual(
    rows.map(() => ['id', 'end']),
  )
  expect(rows.flat().filter(({ formula }) => formula)).toEqual([])
  const cells = rows.map(([, cell]) => cell)
  const written = [...hostile, ...texts]
  expect(cells.slice(0, written.length).map((cell) => cell && shown(cell.text))).toEqual(
    written.map(shown),
  )
  expect(new Set(cells.slice(0, written.length).map((cell) => cell?.type))).toEqual(
    new Set(['string']),
  )
  const amounts = cells.slice(written.length)
  expect(amounts.map((cell) => [cell?.type, cell?.number])).toEqual(
    numbers.map((number) => ['float', Number(number)]),
  )
})

it.each([';', '\t'] as const)(
  'has no formula for a spreadsheet that separates by %j',
  async (by) => {
    const rows = cellsOf(await converted('fods', by))
    expect(rows.length).toBeGreaterThan(hostile.length)
    expect(rows.flat().filter(({ formula }) => formula)).toEqual([])
  },
)

it('is the same CSV after LibreOffice saved it', async () => {
  const saved = await converted('csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,false', ',')
  expect(saved).toContain('id,0x52908400098527886E0F7030069857D2E4169EE7,end\n')
  expect(saved).toContain('id,00123,end\n')
  expect(saved).toContain('id,-12.5,end\n')
  expect(saved).not.toMatch(/^id,"*[=+@]/m)
})

it('becomes an Excel workbook without formulas', async () => {
  await converted('xlsx', ',')
  const workbook = join(folder, 'out', 'export.xlsx')
  const { stdout } = await execute('unzip', ['-p', workbook, 'xl/worksheets/sheet1.xml'])
  expect(stdout).toContain('<row ')
  expect(stdout).not.toMatch(/<f[ >/]/)
})
