import { language } from '../text.ts'
import type { Setup } from './setup-texts.ts'

/** The texts of the first-run wizard, which are loaded with it. */
export let setup: Setup

const languages = {
  en: async (): Promise<Setup> => (await import('./en.ts')).en,
  de: async (): Promise<Setup> => (await import('./de.ts')).de,
} as const

export async function loadSetup(): Promise<void> {
  setup = await languages[language]()
}
