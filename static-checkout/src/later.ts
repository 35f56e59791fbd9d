import { loadUntilDone } from './load-until-done.ts'
import { language } from './texts/text.ts'
import { payTranslations, translationIn } from './texts/translations.ts'

/** Code that the first screen doesn't need: it loads while the page asks for the session. */
export const later = loadUntilDone(async () => {
  // The texts are requested at the same time as the screens; they are used below.
  translationIn(payTranslations, language)?.catch(() => {})
  const { payment } = await import('./payment.ts')
  await payment.startTexts()
  return payment
})
