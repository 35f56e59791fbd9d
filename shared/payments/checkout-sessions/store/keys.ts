import type { Mode } from '../../../kernel/mode.ts'
import type { Key } from '../../../kernel/store/keys.ts'

export const sessionKeys = {
  session: (mode: Mode, id: string): Key => ({ pk: `${mode}#session#${id}`, sk: 'session' }),
  /** The sessions of a customer, in the order of their creation. */
  sessionOfCustomer: (mode: Mode, customerId: string, sessionId: string): Key => ({
    pk: `${mode}#customer#${customerId}#sessions`,
    sk: sessionId,
  }),
} as const
