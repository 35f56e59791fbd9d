/**
 * The page's languages, by their names in themselves, in the order of the menu. Each but English is a file of `languages/`,
 * which the build packs in three parts.
 */
export const languages = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  pt: 'Português',
  it: 'Italiano',
  nl: 'Nederlands',
  pl: 'Polski',
  tr: 'Türkçe',
  ja: '日本語',
  zh: '简体中文',
  ar: 'العربية',
} as const

export type LanguageCode = keyof typeof languages

export const rightToLeft: readonly LanguageCode[] = ['ar']

const isCode = (code: string | undefined): code is LanguageCode =>
  code !== undefined && Object.hasOwn(languages, code)

/** The first of the reader's languages that the page has, such as "de" for "de-AT"; English if it has none. */
export function languageFor(wanted: readonly string[]): { code: LanguageCode; locale: string } {
  for (const locale of wanted) {
    const [code] = locale.toLowerCase().split('-')
    if (isCode(code)) return { code, locale }
  }
  return { code: 'en', locale: 'en' }
}
