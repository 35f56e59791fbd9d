import type { TextsLike } from '../../../../static-ui/text-types.ts'
import { addTexts } from '../text.ts'
import { loadTexts, payTranslations } from '../translations.ts'
import { payEn } from './en.ts'

type PayTexts = TextsLike<typeof payEn>

export let payText: PayTexts = payEn

/** Shows these texts in the current language, from now on together with all others. */
export function startPayTexts(): Promise<void> {
  return addTexts(async (code) => {
    const loaded = await loadTexts<PayTexts>(payTranslations, code, payEn)
    return () => {
      payText = loaded
    }
  })
}
