import type { TextsLike, WithNamesOf } from '../../../../static-ui/text-types.ts'
import type { en } from './en.ts'

export type Instance = TextsLike<typeof en>

/** Doesn't compile unless the translation has every key and every name of the English texts. */
export function instanceTranslation<const Translation extends Instance>(
  texts: Translation & WithNamesOf<typeof en, Translation>,
): Instance {
  return texts
}
