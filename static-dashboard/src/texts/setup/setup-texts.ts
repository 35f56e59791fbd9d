import type { TextsLike, WithNamesOf } from '../../../../static-ui/text-types.ts'
import type { en } from './en.ts'

export type Setup = TextsLike<typeof en>

/** Doesn't compile unless the translation has every key and every name of the English texts. */
export function setupTranslation<const Translation extends Setup>(
  texts: Translation & WithNamesOf<typeof en, Translation>,
): Setup {
  return texts
}
