import { languages } from '../static-checkout/src/texts/languages.ts'
import { type PageFile, readPageFiles, sumOfBytes } from '../test/page-files.ts'
import type { Figure } from './bench.ts'

/** Downloads of a customer's browser, in gzip: `test/infra/page-budget.test.ts` holds them to the aims. */
export async function pageSizes(): Promise<Figure[]> {
  const { html, styles, first, later } = await readPageFiles('checkout')
  const codes = Object.keys(languages)
  const codeOf = ({ name }: PageFile) => codes.find((code) => name.startsWith(`assets/${code}-`))
  return [
    { what: 'JavaScript at first load', value: kB(first), aim: '20 kB' },
    { what: 'HTML and CSS', value: kB([html, ...styles]), aim: '10 kB' },
    ...codes.flatMap((code) =>
      languageFigure(
        code,
        later.filter((file) => codeOf(file) === code),
      ),
    ),
    ...later
      .filter((file) => codeOf(file) === undefined)
      .map((file) => ({ what: `later: ${nameOf(file)}`, value: kB([file]) })),
  ]
}

function languageFigure(code: string, parts: readonly PageFile[]): Figure[] {
  if (parts.length === 0) return []
  const values = parts.map((part) => kB([part])).join(' + ')
  return [{ what: `language ${code}, in parts`, value: values, aim: '2.5 kB each' }]
}

function nameOf({ name }: PageFile): string {
  return name.replace(/^assets\//, '').replace(/-[\w-]{8}\.js$/, '')
}

function kB(files: readonly PageFile[]): string {
  return `${(sumOfBytes(files) / 1000).toFixed(1)} kB`
}
