import type { Mode } from '../../../kernel/mode.ts'
import type { Key } from '../../../kernel/store/keys.ts'

export const exportKeys = {
  /** All exports of a mode share a partition: each is kept for a day. */
  export: (mode: Mode, id: string): Key => ({ pk: `${mode}#exports`, sk: id }),
  exportPart: (mode: Mode, id: string, part: number): Key => ({
    pk: `${mode}#export-parts#${id}`,
    sk: String(part).padStart(8, '0'),
  }),
} as const
