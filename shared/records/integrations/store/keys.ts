import type { Mode } from '../../../kernel/mode.ts'
import type { Key } from '../../../kernel/store/keys.ts'

export const integrationKeys = {
  /** A mode's accounts with hosted providers. */
  integration: (mode: Mode, provider: string): Key => ({
    pk: `${mode}#integrations`,
    sk: `account#${provider}`,
  }),
} as const
