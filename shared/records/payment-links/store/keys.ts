import type { Mode } from '../../../kernel/mode.ts'
import type { Key } from '../../../kernel/store/keys.ts'

export const linkKeys = {
  paymentLink: (mode: Mode, id: string): Key => ({ pk: `${mode}#link#${id}`, sk: 'link' }),
  slug: (slug: string): Key => ({ pk: `slug#${slug}`, sk: 'slug' }),
} as const
