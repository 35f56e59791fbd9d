import type { Texts } from './texts.ts'

type Language = {
  /** Its name in itself. */
  name: string
  /** Loads its texts; null for English, which is part of the page. */
  load: (() => Promise<Texts>) | null
  isRightToLeft?: true
}

const codes = ['en'] as const

export type LanguageCode = (typeof codes)[number]

/** The page's languages, in the order of the menu. Each is a file of texts, which becomes a chunk of its own. */
export const languages: Readonly<Record<LanguageCode, Language>> = {
  en: { name: 'English', load: null },
}

/** The first of the reader's languages that the page has, such as "de" for "de-AT"; English if it has none. */
export function languageFor(wanted: readonly string[]): { code: LanguageCode; locale: string } {
  for (const locale of wanted) {
    const base = locale.toLowerCase().split('-')[0]
    const code = codes.find((each) => each === base)
    if (code) return { code, locale }
  }
  return { code: 'en', locale: 'en' }
}
