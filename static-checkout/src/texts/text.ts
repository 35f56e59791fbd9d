import type { TextsLike } from '../../../static-ui/text-types.ts'
import { en } from './en.ts'
import { type LanguageCode, languageFor, rightToLeft } from './languages.ts'
import { loadTexts, startTranslations } from './translations.ts'

type Texts = TextsLike<typeof en>

/** The texts of the current language. A live binding: whatever is rendered after a switch uses the new ones. */
export let text: Texts = en

/** The one locale of words, numbers, amounts, dates and times. */
export let locale = 'en'

const storageKey = 'language'

const preferred = languageFor(bestRegion(preferredLocales()))

/** The language of the texts, or the one that they are being loaded in. */
export let language: LanguageCode = preferred.code

let shown: LanguageCode = 'en'

/** Loads a group of texts in a language. Returns what makes them current. */
type TextGroup = (code: LanguageCode) => Promise<() => void>

const groups: TextGroup[] = [
  async (code) => {
    const loaded = await loadTexts<Texts>(startTranslations, code, en)
    return () => {
      text = loaded
    }
  },
]

/** Adds texts that load later; from then on, they switch together with the others. */
export async function addTexts(group: TextGroup): Promise<void> {
  const code = language
  const show = await group(code)
  groups.push(group)
  if (code === language) return show()
  const showCurrent = await group(language)
  showCurrent()
}

/** Loads the language that the customer has chosen before, else their browser's. */
export function startLanguage(): Promise<void> {
  return use(preferred)
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
  language = code
  try {
    const shows = await Promise.all(groups.map((group) => group(code)))
    for (const show of shows) show()
  } catch {
    language = shown
    return
  }
  shown = code
  // Amounts are typed into wallets and compared digit by digit, so digits are the same in every language.
  locale = new Intl.Locale(next, { numberingSystem: 'latn' }).toString()
  document.documentElement.lang = code
  document.documentElement.dir = rightToLeft.includes(code) ? 'rtl' : 'ltr'
}

function preferredLocales(): readonly string[] {
  const chosen = storedLanguage()
  return chosen ? [chosen, ...navigator.languages] : navigator.languages
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
