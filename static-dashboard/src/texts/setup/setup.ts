import type { TextsLike } from '../../../../static-ui/text-types.ts'
import { loadInstance } from '../instance/instance.ts'
import { loadTexts } from '../text.ts'
import type { en } from './en.ts'

export type Setup = TextsLike<typeof en>

/** The texts of the first-run wizard, which are loaded with it. */
export let setup: Setup

export async function loadSetup(): Promise<void> {
  // Its networks are described as on the page of networks.
  const [texts] = await Promise.all([
    loadTexts(
      import.meta.glob<Setup>('../languages/*.json', { query: '?part=setup', import: 'default' }),
      async (): Promise<Setup> => (await import('./en.ts')).en,
    ),
    loadInstance(),
  ])
  setup = texts
}
