import type { TextsLike } from '../../../../static-ui/text-types.ts'
import { loadTexts } from '../text.ts'
import type { en } from './en.ts'

export type Notices = TextsLike<typeof en>

/** The texts of sale notices, which are loaded with what shows them. */
export let notices: Notices

export async function loadNotices(): Promise<void> {
  notices = await loadTexts(
    import.meta.glob<Notices>('../languages/*.json', { query: '?part=notices', import: 'default' }),
    async (): Promise<Notices> => (await import('./en.ts')).en,
  )
}
