import type { Mode } from '../../../kernel/mode.ts'
import type { Key } from '../../../kernel/store/keys.ts'

export const noticeKeys = {
  /** A mode's destinations of notices about sales. */
  noticeDestination: (mode: Mode, id: string): Key => ({
    pk: `${mode}#notices`,
    sk: `destination#${id}`,
  }),
} as const
