import { language } from '../text.ts'
import type { Money } from './money-texts.ts'

/** The texts of Home, Payouts and one payment, which are loaded with the first of these pages. */
export let money: Money

const languages = {
  en: async (): Promise<Money> => (await import('./en.ts')).en,
  de: async (): Promise<Money> => (await import('./de.ts')).de,
} as const

export async function loadMoney(): Promise<void> {
  money = await languages[language]()
}
