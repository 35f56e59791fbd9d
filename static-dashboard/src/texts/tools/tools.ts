import { language } from '../text.ts'
import type { Tools } from './tools-texts.ts'

/** The texts of links, customers, webhooks and events, which are loaded with the first of these pages. */
export let tools: Tools

const languages = {
  en: async (): Promise<Tools> => (await import('./en.ts')).en,
  de: async (): Promise<Tools> => (await import('./de.ts')).de,
} as const

export async function loadTools(): Promise<void> {
  tools = await languages[language]()
}
