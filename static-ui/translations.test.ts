import { readdir, readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { english as checkout } from '../static-checkout/pack-texts.ts'
import { en as start } from '../static-dashboard/src/texts/en.ts'
import { en as instance } from '../static-dashboard/src/texts/instance/en.ts'
import { en as money } from '../static-dashboard/src/texts/money/en.ts'
import { en as notices } from '../static-dashboard/src/texts/notices/en.ts'
import { en as setup } from '../static-dashboard/src/texts/setup/en.ts'
import { en as tools } from '../static-dashboard/src/texts/tools/en.ts'

type Texts = string | { readonly [key: string]: Texts }

const dashboard: Texts = { name: 'English', start, instance, money, notices, setup, tools }

/** The files of a page's languages, with the English texts of each. */
async function filesOf(page: string, english: Texts) {
  const folder = new URL(`../${page}/src/texts/languages/`, import.meta.url)
  return (await readdir(folder)).map((file) => ({
    page,
    file,
    path: new URL(file, folder),
    english,
  }))
}

const files = [
  ...(await filesOf('static-checkout', checkout)),
  ...(await filesOf('static-dashboard', dashboard)),
]

const namesIn = (text: string) => [...new Set(text.match(/\{\w+\}/g))].sort()

/** Whether these are the forms of a count, of which a language may have more or fewer. */
const isCounted = (texts: Texts) =>
  typeof texts === 'object' && 'one' in texts && 'other' in texts && Object.keys(texts).length === 2

type Compared = { source: Texts; found: Texts | undefined; at: string }

/** What a translation lacks, or has that nobody asks for, by its place. */
function problemsOf(source: Texts, translation: Texts, forms: readonly string[]): string[] {
  return comparedIn({ source, found: translation, at: '' }).flatMap((compared) => {
    const problem = isCounted(compared.source)
      ? problemOfForms(compared.found, forms)
      : problemOf(compared)
    return problem ? [`${compared.at} ${problem}`] : []
  })
}

/** Each text, and each group of forms, with what is in its place. */
function comparedIn({ source, found, at }: Compared): Compared[] {
  if (typeof source === 'string' || typeof found !== 'object' || isCounted(source)) {
    return [{ source, found, at }]
  }
  const keys = new Set([...Object.keys(source), ...Object.keys(found)])
  return [...keys].flatMap((key) =>
    comparedIn({ source: source[key] ?? '', found: found[key], at: `${at}.${key}` }),
  )
}

function problemOf({ source, found }: Compared): string | null {
  if (found === undefined) return 'is missing'
  if (typeof source !== 'string' || typeof found !== 'string') return 'has another shape'
  if ((source === '') !== (found === '')) return source ? 'is empty' : 'is unknown'
  const [wanted, has] = [namesIn(source), namesIn(found)]
  return String(wanted) === String(has) ? null : `has ${has}, not ${wanted}`
}

/** "1 row" may do without its number. */
function problemOfForms(found: Texts | undefined, forms: readonly string[]): string | null {
  if (typeof found !== 'object') return 'is missing'
  const has = Object.keys(found).sort()
  if (String(has) !== String(forms)) return `has the forms ${has}, not ${forms}`
  const others = Object.values(found).flatMap((form) => namesIn(String(form)))
  return others.every((name) => name === '{count}') ? null : `has ${others}`
}

const formsOf = (language: string) =>
  new Intl.PluralRules(language).resolvedOptions().pluralCategories.sort()

describe.each(files)('the translation $file of $page', ({ file, path, english }) => {
  it('has every text of the English one, with its names and the forms of its language', async () => {
    const found: Texts = JSON.parse(await readFile(path, 'utf8'))
    expect(problemsOf(english, found, formsOf(file.replace('.json', '')))).toEqual([])
  })
})

it('a translation with a missing text, another name or a missing form is refused', () => {
  const source = { a: 'Hello {name}', b: { one: '1 row', other: '{count} rows' }, c: 'c' }
  const found = { a: 'Witaj {nam}', b: { one: '1 wiersz', other: '{count} wierszy' }, d: 'd' }
  expect(problemsOf(source, found, formsOf('pl'))).toEqual([
    '.a has {nam}, not {name}',
    '.b has the forms one,other, not few,many,one,other',
    '.c is missing',
    '.d is unknown',
  ])
})
