import type { TextsLike } from '../../../static-ui/text-types.ts'
import { readStored, writeStored } from '../stored.ts'
import type { en } from './en.ts'

export type Texts = TextsLike<typeof en>

/** The texts of the current language. */
export let text: Texts

/** Sentences of the service by their names; in English, its own are shown. */
export let refusals: Readonly<Record<string, string>> = {}

/** The one locale of words, numbers, dates and times. */
export let locale = 'en'

/** A language's code, such as `de`. */
export let language = 'en'

/** A part of the texts, by the file of each language that isn't English. */
type Translations<Part> = Readonly<Record<string, () => Promise<Part>>>

const translations = import.meta.glob<Texts>('./languages/*.json', {
  query: '?part=start',
  import: 'default',
})

const refusalsIn = import.meta.glob<Readonly<Record<string, string>>>('./languages/*.json', {
  query: '?part=refusals',
  import: 'default',
})

/** Loads a part of the texts in the current language. */
export function loadTexts<Part>(
  of: Translations<Part>,
  english: () => Promise<Part>,
): Promise<Part> {
  return (translationIn(of, language) ?? english)()
}

function translationIn<Part>(of: Translations<Part>, code: string) {
  return Object.entries(of).find(([path]) => path.endsWith(`/${code}.json`))?.[1]
}

/** Loads the language that the operator has chosen before, else their browser's. */
export async function startLanguage(): Promise<void> {
  const chosen = readStored('language')
  const wanted = [...(chosen ? [chosen] : []), ...navigator.languages]
  const codes = wanted.map((tag) => `${tag.toLowerCase().split('-')[0]}`)
  language = codes.find((code) => code === 'en' || translationIn(translations, code)) ?? 'en'
  const english = async (): Promise<Texts> => (await import('./en.ts')).en
  const loaded = [
    loadTexts(translations, english),
    loadTexts(refusalsIn, async () => ({})),
  ] as const
  ;[text, refusals] = await Promise.all(loaded)
  const regional = navigator.languages.find((tag) => tag.startsWith(`${language}-`))
  locale = regional ?? language
  document.documentElement.lang = language
}

/** Every word of the page changes, so the page is loaded again. */
export function switchLanguage(code: string): void {
  writeStored('language', code)
  window.location.reload()
}
