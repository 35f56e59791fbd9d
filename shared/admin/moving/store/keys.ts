import type { Key } from '../../../kernel/store/keys.ts'

export const movingKeys = {
  /** Data that was moved here from another instance, and what has to be entered again. */
  movedData: (): Key => ({ pk: 'moved-data', sk: 'moved-data' }),
} as const
