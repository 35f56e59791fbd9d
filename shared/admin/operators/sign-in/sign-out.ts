import * as z from 'zod'
import { type AuditDeps, auditWrite } from '../../../kernel/operation/audit.ts'
import { visitorOperation } from '../../../kernel/operation/visitor-operation.ts'
import type { Client } from '../../../kernel/operation/visitor-request.ts'
import type { Write } from '../../../kernel/store/transact.ts'
import type { Operator } from '../rules/operator.ts'
import { readSignIn, signInEnd } from '../store/sign-ins.ts'
import { actorOf } from './start-sign-in.ts'

const signedOut = z.object({ signedIn: z.literal(false) })

export const signOut = visitorOperation({
  name: 'sign-out',
  input: z.strictObject({}),
  output: signedOut,
  touches: { table: 'write', administers: ['sign-ins', 'audit-log'] },
  docs: { summary: 'End this sign-in' },
  async run(deps, { cookie, client }) {
    const found = await readSignIn(deps.table, cookie, deps.now())
    return {
      writes: found ? [signInEnd(found.signIn.id), entryOf(deps, found.operator, client)] : [],
      cookie: 'removed',
      result: { signedIn: false } as const,
    }
  },
})

function entryOf(deps: AuditDeps, operator: Operator, client: Client): Write {
  return auditWrite(deps, {
    mode: 'live',
    actor: actorOf(operator, client),
    action: 'account.sign-out',
    target: operator.email,
    note: '',
    outcome: '',
    details: {},
  })
}
