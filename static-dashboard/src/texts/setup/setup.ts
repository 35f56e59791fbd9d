import { loadInstance } from '../instance/instance.ts'
import { language } from '../text.ts'
import type { Setup } from './setup-texts.ts'

/** The texts of the first-run wizard, which are loaded with it. */
export let setup: Setup

const languages = {
  en: async (): Promise<Setup> => (await import('./en.ts')).en,
  de: async (): Promise<Setup> => (await import('./de.ts')).de,
} as const

export async function loadSetup(): Promise<void> {
  // Its networks are described as on the page of networks.
  const [texts] = await Promise.all([languages[language](), loadInstance()])
  setup = texts
}
