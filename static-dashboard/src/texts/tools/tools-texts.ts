import type { TextsLike, WithNamesOf } from '../../../../static-ui/text-types.ts'
import type { en } from './en.ts'

export type Tools = TextsLike<typeof en>

/** Doesn't compile unless the translation has every key and every name of the English texts. */
export function toolsTranslation<const Translation extends Tools>(
  texts: Translation & WithNamesOf<typeof en, Translation>,
): Tools {
  return texts
}
