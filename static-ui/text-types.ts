import type { NamesIn, Template } from '../shared/kernel/template.ts'

/** The texts of a language: the keys of the English ones, with the same names in each. */
export type TextsLike<Source> = {
  readonly [Key in keyof Source]: Source[Key] extends string
    ? Template<NamesIn<Source[Key]>>
    : TextsLike<Source[Key]>
}
