import * as z from 'zod'
import { byId } from '../../../kernel/wire/operator-input.ts'
import { explainedSession } from './explained-session.ts'

export const settleSession = byId('the id of a session').extend({
  /** `counted`, or ids of the session's unmatched deposits and payments by providers. */
  deposits: z.array(z.string().max(200)).max(90).default([]),
  note: z.string().trim().min(1).max(1000).describe('the reason, for the audit log'),
})

/** The session afterwards, and whether the operation changed anything. */
export const settledSession = explainedSession.unwrap().extend({ changed: z.boolean() })
export type SettledSessionBody = z.infer<typeof settledSession>
