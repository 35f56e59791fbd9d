import { readStored, writeStored } from '../stored.ts'
import type { Texts } from './texts.ts'

/** The texts of the current language. */
export let text: Texts

/** The one locale of words, numbers, dates and times. */
export let locale = 'en'

/** The dashboard's languages, by code: a file each. */
export const languages = {
  en: { name: 'English', load: async (): Promise<Texts> => (await import('./en.ts')).en },
  de: { name: 'Deutsch', load: async (): Promise<Texts> => (await import('./de.ts')).de },
} as const

export type LanguageCode = keyof typeof languages

const codes = ['en', 'de'] as const satisfies readonly LanguageCode[]

export let language: LanguageCode = 'en'

/** Loads the language that the operator has chosen before, else their browser's. */
export async function startLanguage(): Promise<void> {
  const chosen = readStored('language')
  const wanted = [...(chosen ? [chosen] : []), ...navigator.languages]
  const found = wanted.flatMap((tag) => {
    const code = codes.find((each) => each === tag.toLowerCase().split('-')[0])
    return code ? [{ code, tag }] : []
  })[0]
  language = found?.code ?? 'en'
  text = await languages[language].load()
  const regional = navigator.languages.find((tag) => tag.startsWith(`${language}-`))
  locale = regional ?? language
  document.documentElement.lang = language
}

/** Every word of the page changes, so the page is loaded again. */
export function switchLanguage(code: string): void {
  writeStored('language', code)
  window.location.reload()
}
