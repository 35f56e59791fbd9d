import type { TextsLike, WithNamesOf } from '../../../static-ui/text-types.ts'
import type { en } from './en.ts'

export type Texts = TextsLike<typeof en>

/** Doesn't compile unless the translation has every key and every name of the English texts. */
export function translation<const Translation extends Texts>(
  texts: Translation & WithNamesOf<typeof en, Translation>,
): Texts {
  return texts
}
