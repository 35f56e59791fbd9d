import type { Mode } from '../../../kernel/mode.ts'
import type { Key } from '../../../kernel/store/keys.ts'

export const quoteKeys = {
  quote: (mode: Mode, id: string): Key => ({ pk: `${mode}#quote#${id}`, sk: 'quote' }),
} as const
