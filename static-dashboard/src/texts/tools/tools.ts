import type { TextsLike } from '../../../../static-ui/text-types.ts'
import { loadTexts } from '../text.ts'
import type { en } from './en.ts'

export type Tools = TextsLike<typeof en>

/** The texts of links, customers, webhooks and events, which are loaded with the first of these pages. */
export let tools: Tools

export async function loadTools(): Promise<void> {
  tools = await loadTexts(
    import.meta.glob<Tools>('../languages/*.json', { query: '?part=tools', import: 'default' }),
    async (): Promise<Tools> => (await import('./en.ts')).en,
  )
}
