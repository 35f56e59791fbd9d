import { readdir, readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { refusalLists } from '../shared/refusals.ts'
import { english as checkout } from '../static-checkout/pack-texts.ts'
import { en as start } from '../static-dashboard/src/texts/en.ts'
import { en as instance } from '../static-dashboard/src/texts/instance/en.ts'
import { en as money } from '../static-dashboard/src/texts/money/en.ts'
import { en as notices } from '../static-dashboard/src/texts/notices/en.ts'
import { en as setup } from '../static-dashboard/src/texts/setup/en.ts'
import { en as tools } from '../static-dashboard/src/texts/tools/en.ts'

type Texts = string | { readonly [key: string]: Texts }

/** Errors of the service, which the English dashboard shows as they are. */
const refusals = Object.fromEntries(
  refusalLists.flatMap((list) => Object.entries(list).map(([name, { text }]) => [name, text])),
)

const dashboard: Texts = {
  name: 'English',
  ...{ start, instance, money, notices, setup, tools, refusals },
}

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

/** Whether these are the forms of a count. A language may have more or fewer of them. */
const isCounted = (texts: Texts) =>
  typeof texts === 'object' && 'one' in texts && 'other' in texts && Object.keys(texts).length === 2

type Compared = { source: Texts; found: Texts | undefined; at: string }

/** Texts that a translation lacks, or that nothing uses, by their place. */
function problemsOf(source: Texts, translation: Texts, forms: readonly string[]): string[] {
  return comparedIn({ source, found: translation, at: '' }).flatMap((compared) => {
    const problem = isCounted(compared.source)
      ? problemOfForms(compared, forms)
      : problemOf(compared)
    return problem ? [`${compared.at} ${problem}`] : []
  })
}

/** Each text, and each group of forms, with its counterpart. */
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
  if (source === found && isPhrase(source)) return 'is English'
  const [wanted, has] = [namesIn(source), namesIn(found)]
  const isLeft = (name: string) => has.includes(name) || name === code
  const isComplete = wanted.every(isLeft) && has.every((name) => wanted.includes(name))
  return isComplete ? null : `has ${has}, not ${wanted}`
}

/** The service’s own word, which a sentence in another language may do without. */
const code = '{status}'

/** Names, and words that another language writes alike. */
const alike: ReadonlySet<string> = new Set(['Service Quotas', 'Status: {status}.', '{ms} ms'])

/** Whether every language has it in words of its own. A single word may be the same in two. */
function isPhrase(text: string): boolean {
  const hasWords = /\p{L}/u.test(text.replaceAll(/\{\w+\}/g, ''))
  return hasWords && text.includes(' ') && !alike.has(text)
}

/** "1 row" may do without its number. */
function problemOfForms({ source, found }: Compared, forms: readonly string[]): string | null {
  if (typeof source !== 'object' || typeof found !== 'object') return 'is missing'
  const has = Object.keys(found).sort()
  if (String(has) !== String(forms)) return `has the forms ${has}, not ${forms}`
  const english = new Set(Object.values(source))
  const isLeft = (form: Texts) => english.has(form) && isPhrase(String(form))
  if (Object.values(found).some(isLeft)) return 'is English'
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

it('a phrase that was left in English is refused, but a single word or a name may be the same', () => {
  const kept = { word: 'Status', name: 'Service Quotas', values: '{amount} {asset}' }
  const source = { ...kept, phrase: 'Try again', rows: { one: '1 row', other: '{count} rows' } }
  const rows = { one: '1 Zeile', other: '{count} rows' }
  expect(problemsOf(source, { ...source, rows }, formsOf('de'))).toEqual([
    '.phrase is English',
    '.rows is English',
  ])
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

it('has each sentence of the service once', () => {
  const names = refusalLists.flatMap((list) => Object.keys(list))
  expect(names.length).toBe(new Set(names).size)
})
