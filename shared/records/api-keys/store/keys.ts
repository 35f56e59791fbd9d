import type { Mode } from '../../../kernel/mode.ts'
import type { Key } from '../../../kernel/store/keys.ts'

export const apiKeyKeys = {
  /** By the key's prefix and the first 8 characters of its suffix. */
  apiKey: (lookup: string): Key => ({ pk: `api-key#${lookup}`, sk: 'api-key' }),
  apiKeyList: (mode: Mode, id: string): Key => ({ pk: `${mode}#api-keys`, sk: id }),
  /** When an API key was last used, to the hour. */
  apiKeyUse: (mode: Mode, id: string): Key => ({ pk: `${mode}#api-key-uses`, sk: id }),
} as const
