import type { TextsLike, WithNamesOf } from '../../../../static-ui/text-types.ts'
import type { en } from './en.ts'

export type Notices = TextsLike<typeof en>

/** Doesn't compile unless the translation has every key and every name of the English texts. */
export function noticesTranslation<const Translation extends Notices>(
  texts: Translation & WithNamesOf<typeof en, Translation>,
): Notices {
  return texts
}
