import * as z from 'zod'
import { operatorOperation } from '../../kernel/operation/operation.ts'
import { hashPassword } from '../hash-password.ts'
import type { OperatorRequestOf } from '../operator-request.ts'
import { renewSignIn } from '../sign-in/start-sign-in.ts'
import { passwordWrite } from '../store/credentials.ts'
import { operatorChange } from '../store/operators.ts'
import type { DashboardDecision } from '../visitor-request.ts'
import { newPassword } from '../wire/password.ts'
import { type AccountServices, ownAccount, peopleAudit } from './own-account.ts'

const changed = z.object({ changed: z.literal(true) })

export const changePassword = operatorOperation({
  name: 'change-password',
  role: 'viewer',
  stepUp: true,
  command: null,
  group: 'account',
  input: z.strictObject({ password: newPassword }),
  output: changed,
  touches: {
    table: 'write',
    administers: ['operators', 'sign-ins', 'credentials', 'audit-log'],
  },
  // Argon2 is CPU-bound.
  needs: { memoryMb: 1769 },
  docs: { summary: 'Change your password, and sign out everywhere else' },
})

export async function runChangePassword(
  services: AccountServices,
  request: OperatorRequestOf<typeof changePassword>,
): Promise<DashboardDecision<z.infer<typeof changed>>> {
  const { operator, signIn } = await ownAccount(services, request)
  const password = await hashPassword(request.input.password, services.randomBytes)
  const others = operatorChange(operator, { signInsSince: services.now() })
  const { writes, cookie } = renewSignIn(services, signIn)
  const { email: target } = operator
  const change = { action: 'account.password', target, outcome: 'changed' } as const
  return {
    writes: [
      passwordWrite(operator.id, password),
      others,
      ...writes,
      await peopleAudit(services, request, change),
    ],
    cookie,
    result: { changed: true },
  }
}
