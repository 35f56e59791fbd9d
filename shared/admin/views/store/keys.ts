import type { Key } from '../../../kernel/store/keys.ts'

export const viewKeys = {
  /** The views that an operator has saved. */
  views: (operatorId: string): Key => ({ pk: 'views', sk: operatorId }),
} as const
