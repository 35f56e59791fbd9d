import { languages } from '../languages.ts'
import { textsFrom } from '../loaded-texts.ts'
import { addTexts } from '../text.ts'
import type { PayTexts } from '../texts.ts'
import { payEn } from './en.ts'

/** The texts from the address on, in the current language. */
export let payText: PayTexts = payEn

/** Shows these texts in the current language, from now on together with all others. */
export function startPayTexts(): Promise<void> {
  return addTexts(async (code) => {
    const loaded = textsFrom((await languages[code].loadPay?.()) ?? payEn, payEn)
    return () => {
      payText = loaded
    }
  })
}
