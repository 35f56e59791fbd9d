import { loadUntilDone } from './load-until-done.ts'
import { languages } from './texts/languages.ts'
import { language } from './texts/text.ts'

/** What a visitor doesn't need for the first screen: it loads while the page asks for the session. */
export const later = loadUntilDone(async () => {
  // The texts are requested at the same time as the screens; they are used below.
  languages[language].loadPay?.().catch(() => {})
  const { payment } = await import('./payment.ts')
  await payment.startTexts()
  return payment
})
