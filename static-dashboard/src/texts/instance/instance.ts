import { language } from '../text.ts'
import type { Instance } from './instance-texts.ts'

/** The texts of Settings, Integrations and Doctor, which are loaded with the first of these pages. */
export let instance: Instance

const languages = {
  en: async (): Promise<Instance> => (await import('./en.ts')).en,
  de: async (): Promise<Instance> => (await import('./de.ts')).de,
} as const

export async function loadInstance(): Promise<void> {
  instance = await languages[language]()
}
