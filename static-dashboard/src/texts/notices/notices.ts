import { language } from '../text.ts'
import type { Notices } from './notices-texts.ts'

/** The texts of sale notices, which are loaded with what shows them. */
export let notices: Notices

const languages = {
  en: async (): Promise<Notices> => (await import('./en.ts')).en,
  de: async (): Promise<Notices> => (await import('./de.ts')).de,
} as const

export async function loadNotices(): Promise<void> {
  notices = await languages[language]()
}
