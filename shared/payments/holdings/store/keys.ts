import type { Mode } from '../../../kernel/mode.ts'
import type { Key } from '../../../kernel/store/keys.ts'

export const holdingKeys = {
  /** One asset at the session's address, for the payout wallet. */
  holding: (mode: Mode, sessionId: string, asset: string): Key => ({
    pk: `${mode}#session#${sessionId}`,
    sk: `holding#${asset}`,
  }),
  sweep: (mode: Mode, id: string): Key => ({ pk: `${mode}#sweep#${id}`, sk: 'sweep' }),
  /** The signed transaction of a sweep: up to 50 kB, which lists don't read. */
  sweepTransaction: (mode: Mode, id: string): Key => ({
    pk: `${mode}#sweep#${id}`,
    sk: 'transaction',
  }),
} as const
