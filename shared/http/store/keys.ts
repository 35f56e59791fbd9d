import type { Mode } from '../../kernel/mode.ts'
import type { Key } from '../../kernel/store/keys.ts'

export const httpKeys = {
  idempotency: (mode: Mode, scope: string): Key => ({
    pk: `${mode}#idempotency#${scope}`,
    sk: 'idempotency',
  }),
  rate: (subject: string, windowStart: number): Key => ({
    pk: `rate#${subject}#${windowStart}`,
    sk: 'rate',
  }),
} as const
