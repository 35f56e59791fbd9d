import type { TextsLike } from '../../../../static-ui/text-types.ts'
import { addTexts } from '../text.ts'
import { loadTexts, refundTranslations } from '../translations.ts'
import { refundEn } from './en.ts'

type RefundTexts = TextsLike<typeof refundEn>

export let refundText: RefundTexts = refundEn

/** Shows these texts in the current language, from now on together with all others. */
export function startRefundTexts(): Promise<void> {
  return addTexts(async (code) => {
    const loaded = await loadTexts<RefundTexts>(refundTranslations, code, refundEn)
    return () => {
      refundText = loaded
    }
  })
}
