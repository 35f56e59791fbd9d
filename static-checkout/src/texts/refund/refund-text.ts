import type { LanguageCode } from '../languages.ts'
import { textsFrom } from '../loaded-texts.ts'
import { addTexts } from '../text.ts'
import type { RefundTexts } from '../texts.ts'
import { refundEn } from './en.ts'

/** The texts of a refund's page, in the current language. */
export let refundText: RefundTexts = refundEn

/** Loads these texts in each language but English. */
export const refundTexts: Readonly<
  Record<Exclude<LanguageCode, 'en'>, () => Promise<RefundTexts | string>>
> = {
  de: async () => (await import('./de.ts')).de,
  fr: async () => (await import('./fr.ts')).fr,
  es: async () => (await import('./es.ts')).es,
  pt: async () => (await import('./pt.ts')).pt,
  it: async () => (await import('./it.ts')).it,
  nl: async () => (await import('./nl.ts')).nl,
  pl: async () => (await import('./pl.ts')).pl,
  tr: async () => (await import('./tr.ts')).tr,
  ja: async () => (await import('./ja.ts')).ja,
  zh: async () => (await import('./zh.ts')).zh,
  ar: async () => (await import('./ar.ts')).ar,
}

/** Shows these texts in the current language, from now on together with all others. */
export function startRefundTexts(): Promise<void> {
  return addTexts(async (code) => {
    const loaded = code === 'en' ? refundEn : textsFrom(await refundTexts[code](), refundEn)
    return () => {
      refundText = loaded
    }
  })
}
