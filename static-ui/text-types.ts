import type { NamesIn, Template } from './template.ts'

/** The texts of a language: the keys of the English ones, with the same names in each. */
export type TextsLike<Source> = {
  readonly [Key in keyof Source]: Source[Key] extends string
    ? Template<NamesIn<Source[Key]>>
    : TextsLike<Source[Key]>
}

/** What a translation is checked against: `satisfies Texts` finds missing keys, this finds missing and unknown names. */
export type WithNamesOf<Source, Translation> = {
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
