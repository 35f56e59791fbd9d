import type { Mode } from '../../../kernel/mode.ts'
import type { Key } from '../../../kernel/store/keys.ts'

export const refundKeys = {
  /** A refund of a session that its operator recorded. */
  refund: (mode: Mode, sessionId: string, name: string): Key => ({
    pk: `${mode}#session#${sessionId}`,
    sk: `refund#${name}`,
  }),
} as const
