import type { Mode } from '../../../kernel/mode.ts'
import type { Key } from '../../../kernel/store/keys.ts'

export const statisticsKeys = {
  /** By day in UTC, such as `2026-03-01`. */
  dayStatistics: (mode: Mode, day: string): Key => ({ pk: `${mode}#statistics`, sk: day }),
} as const
