import type { TextsLike, WithNamesOf } from '../../../static-ui/text-types.ts'
import type { en } from './en.ts'
import type { payEn } from './pay/en.ts'
import type { refundEn } from './refund/en.ts'

/** The texts of the first screens in a language: the keys of the English ones, with the same names in each. */
export type Texts = TextsLike<typeof en>

/** The texts from the address on. */
export type PayTexts = TextsLike<typeof payEn>

/** The texts of a refund's page. */
export type RefundTexts = TextsLike<typeof refundEn>

/** Doesn't compile unless the translation has every key and every name of the English texts. */
export function translation<const Translation extends Texts>(
  texts: Translation & WithNamesOf<typeof en, Translation>,
): Texts {
  return texts
}

/** A translation of the texts from the address on. */
export function payTranslation<const Translation extends PayTexts>(
  texts: Translation & WithNamesOf<typeof payEn, Translation>,
): PayTexts {
  return texts
}

/** A translation of the texts of a refund's page. */
export function refundTranslation<const Translation extends RefundTexts>(
  texts: Translation & WithNamesOf<typeof refundEn, Translation>,
): RefundTexts {
  return texts
}
