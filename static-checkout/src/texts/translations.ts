import type { LanguageCode } from './languages.ts'
import { type Tree, textsFrom } from './loaded-texts.ts'

/** A part of the texts by the file of each language that isn't English: one string, which the build has packed. */
type Translations = Readonly<Record<string, () => Promise<string>>>

/** The texts of the first screens. */
export const startTranslations: Translations = import.meta.glob<string>('./languages/*.json', {
  query: '?part=start',
  import: 'default',
})

export const payTranslations: Translations = import.meta.glob<string>('./languages/*.json', {
  query: '?part=pay',
  import: 'default',
})

export const refundTranslations: Translations = import.meta.glob<string>('./languages/*.json', {
  query: '?part=refund',
  import: 'default',
})

/** Loads a part in a language; undefined for English, which is part of the page. */
export const translationIn = (part: Translations, code: LanguageCode) =>
  part[`./languages/${code}.json`]?.()

/** Loads a part in a language, with the keys of the English texts. */
export async function loadTexts<Texts extends Tree>(
  part: Translations,
  code: LanguageCode,
  english: Texts,
): Promise<Texts> {
  const packed = await translationIn(part, code)
  return packed === undefined ? english : textsFrom(packed, english)
}
