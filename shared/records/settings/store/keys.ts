import type { Mode } from '../../../kernel/mode.ts'
import type { Key } from '../../../kernel/store/keys.ts'

export const settingsKeys = {
  /** The image whose id the settings name. In their partition, so that only who changes settings can write it. */
  logo: (mode: Mode): Key => ({ pk: `${mode}#settings`, sk: 'logo' }),
  instance: (): Key => ({ pk: 'instance', sk: 'instance' }),
} as const
