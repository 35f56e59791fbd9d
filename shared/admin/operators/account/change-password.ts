import * as z from 'zod'
import { operatorOperation } from '../../../kernel/operation/operator-operation.ts'
import { hashPassword, isPassword } from '../hash-password.ts'
import type { Operator } from '../rules/operator.ts'
import { refuseOperator } from '../rules/operator-refusals.ts'
import { beginGuess } from '../sign-in/guess-limiter.ts'
import { renewSignIn } from '../sign-in/start-sign-in.ts'
import { loadCredentials, passwordWrite } from '../store/credentials.ts'
import { operatorChange } from '../store/operators.ts'
import { givenPassword, newPassword } from '../wire/password.ts'
import { type AccountServices, ownAccount, peopleAudit } from './own-account.ts'

const changed = z.object({ changed: z.literal(true) })

export const changePassword = operatorOperation({
  name: 'change-password',
  role: 'viewer',
  proof: 'always',
  command: null,
  group: 'account',
  input: z.strictObject({ currentPassword: givenPassword, password: newPassword }),
  output: changed,
  touches: {
    table: 'write',
    administers: ['operators', 'sign-ins', 'credentials', 'audit-log'],
  },
  // Argon2 is CPU-bound.
  limits: { memoryMb: 1769 },
  docs: { summary: 'Change your password, and sign out everywhere else' },
  /** The proof may be a passkey's, so the old password is asked for, too. */
  async run(services, request) {
    const { operator, signIn, visit } = await ownAccount(services, request)
    await requireCurrentPassword(services, request.input.currentPassword, {
      operator,
      address: visit.client.address,
    })
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
      result: { changed: true } as const,
    }
  },
})

async function requireCurrentPassword(
  services: AccountServices,
  given: string,
  { operator, address }: { operator: Operator; address: string },
): Promise<void> {
  const { id: operatorId, email } = operator
  const guess = await beginGuess(services, { email, address, operatorId })
  const { password } = await loadCredentials(services.table, operatorId)
  if (await isPassword(given, password)) return guess.takeBack()
  throw refuseOperator('wrong_password')
}
