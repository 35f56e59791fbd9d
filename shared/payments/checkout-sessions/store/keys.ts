import type { Mode } from '../../../kernel/mode.ts'
import type { Key, SpreadKey } from '../../../kernel/store/keys.ts'
import { spread } from '../../../kernel/store/shards.ts'

export const sessionPartitions = {
  /** The sessions with a pair of metadata, by its digest: a value may be longer than a key. */
  sessionsWithPair: (mode: Mode, digest: string) => spread(mode, `metadata#${digest}`),
} as const

export const sessionKeys = {
  session: (mode: Mode, id: string): Key => ({ pk: `${mode}#session#${id}`, sk: 'session' }),
  /** The sessions of a customer, in the order of their creation. */
  sessionOfCustomer: (mode: Mode, customerId: string, sessionId: string): Key => ({
    pk: `${mode}#customer#${customerId}#sessions`,
    sk: sessionId,
  }),
  sessionWithPair: (mode: Mode, digest: string, sessionId: string): SpreadKey => ({
    partition: sessionPartitions.sessionsWithPair(mode, digest),
    sk: sessionId,
  }),
} as const
