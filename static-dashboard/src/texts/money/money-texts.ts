import type { TextsLike, WithNamesOf } from '../../../../static-ui/text-types.ts'
import type { en } from './en.ts'

export type Money = TextsLike<typeof en>

/** Doesn't compile unless the translation has every key and every name of the English texts. */
export function moneyTranslation<const Translation extends Money>(
  texts: Translation & WithNamesOf<typeof en, Translation>,
): Money {
  return texts
}
