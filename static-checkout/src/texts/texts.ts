import type { en } from './en.ts'
import type { payEn } from './pay/en.ts'
import type { NamesIn, Template } from './template.ts'

/** The texts of the first screens in a language: the keys of the English ones, with the same names in each. */
export type Texts = TextsLike<typeof en>

/** The texts from the address on. */
export type PayTexts = TextsLike<typeof payEn>

type TextsLike<Source> = {
  readonly [Key in keyof Source]: Source[Key] extends string
    ? Template<NamesIn<Source[Key]>>
    : TextsLike<Source[Key]>
}

/** What a translation is checked against: `satisfies Texts` finds missing keys, this finds missing and unknown names. */
type WithNamesOf<Source, Translation> = {
  readonly [Key in keyof Source]: Key extends keyof Translation
    ? Source[Key] extends string
      ? SameNames<Source[Key], Translation[Key]>
      : WithNamesOf<Source[Key], Translation[Key]>
    : never
}

type SameNames<Source extends string, Translation> = Translation extends string
  ? [NamesIn<Source>] extends [NamesIn<Translation>]
    ? [NamesIn<Translation>] extends [NamesIn<Source>]
      ? string
      : { unknownNames: Exclude<NamesIn<Translation>, NamesIn<Source>> }
    : { missingNames: Exclude<NamesIn<Source>, NamesIn<Translation>> }
  : never

/** Doesn't compile unless the translation has every key and every name of the English texts. */
export function translation<const Translation extends Texts>(
  texts: Translation & WithNamesOf<typeof en, Translation>,
): Texts {
  return texts
}

/** The same for the texts from the address on. */
export function payTranslation<const Translation extends PayTexts>(
  texts: Translation & WithNamesOf<typeof payEn, Translation>,
): PayTexts {
  return texts
}
