import type { TextsLike } from '../../../../static-ui/text-types.ts'
import { loadTexts } from '../text.ts'
import type { en } from './en.ts'

export type Instance = TextsLike<typeof en>

/** The texts of Settings, Integrations and Doctor, which are loaded with the first of these pages. */
export let instance: Instance

export async function loadInstance(): Promise<void> {
  instance = await loadTexts(
    import.meta.glob<Instance>('../languages/*.json', {
      query: '?part=instance',
      import: 'default',
    }),
    async (): Promise<Instance> => (await import('./en.ts')).en,
  )
}
