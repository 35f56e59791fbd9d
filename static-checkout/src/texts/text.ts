import { en } from './en.ts'
import { type LanguageCode, languageFor, languages } from './languages.ts'
import { textsFrom } from './loaded-texts.ts'
import type { Texts } from './texts.ts'

/** The texts of the current language. A live binding: what is rendered after a switch reads the new ones. */
export let text: Texts = en

/** The one locale of words, numbers, amounts, dates and times. */
export let locale = 'en'

export let language: LanguageCode = 'en'

const storageKey = 'language'

/** Switches to the language that the customer has chosen before, else to their browser's. */
export async function startLanguage(): Promise<void> {
  const chosen = storedLanguage()
  const preferred = chosen ? [chosen, ...navigator.languages] : navigator.languages
  await use(languageFor(bestRegion(preferred)))
}

/** Switches to a language and remembers it. Keeps the current one if its texts can't be loaded. */
export async function switchLanguage(code: string): Promise<void> {
  try {
    localStorage.setItem(storageKey, code)
  } catch {
    // Without storage, the choice lasts as long as the page.
  }
  await use(languageFor(bestRegion([code, ...navigator.languages])))
}

async function use({ code, locale: next }: ReturnType<typeof languageFor>): Promise<void> {
  const texts = await textsOf(code)
  if (!texts) return
  text = texts
  language = code
  // Amounts are typed into wallets and compared digit by digit, so digits are the same in every language.
  locale = new Intl.Locale(next, { numberingSystem: 'latn' }).toString()
  document.documentElement.lang = code
  document.documentElement.dir = languages[code].isRightToLeft ? 'rtl' : 'ltr'
}

async function textsOf(code: LanguageCode): Promise<Texts | undefined> {
  const { load } = languages[code]
  try {
    return load === null ? en : textsFrom(await load())
  } catch {
    return undefined
  }
}

/** "de" becomes the reader's "de-AT", if their browser names it. */
function bestRegion([first = 'en', ...others]: readonly string[]): string[] {
  const regional = others.find((other) => other.startsWith(`${first}-`))
  return [regional ?? first, ...others]
}

function storedLanguage(): string | null {
  try {
    return localStorage.getItem(storageKey)
  } catch {
    return null
  }
}
