import * as z from 'zod'
import { visitorOperation } from '../../kernel/operation/operation.ts'
import { operatorEmail } from '../rules/operator.ts'
import { loadStaff } from '../store/operators.ts'
import type { DashboardDecision, VisitorRequestOf } from '../visitor-request.ts'
import { givenCode, givenPassword } from '../wire/password.ts'
import { type CheckPasswordServices, checkPassword, signInFailed } from './check-password.ts'
import { startSignInOf } from './start-sign-in.ts'

const outcome = z.discriminatedUnion('signedIn', [
  z.object({ signedIn: z.literal(true) }),
  z.object({ signedIn: z.literal(false), needs: z.literal('code') }),
])

export const signInWithPassword = visitorOperation({
  name: 'sign-in-with-password',
  input: z.strictObject({
    email: z.string().min(1).max(254),
    password: givenPassword,
    code: givenCode.exactOptional(),
  }),
  output: outcome,
  touches: {
    table: 'write',
    decrypts: ['totp-secrets'],
    administers: ['sign-ins', 'credentials', 'audit-log'],
  },
  // Argon2 is CPU-bound: a full vCPU takes 0.2 s.
  needs: { memoryMb: 1769 },
  docs: { summary: 'Sign in with a password, and a code if there is a second factor' },
})

type Services = CheckPasswordServices

export async function runSignInWithPassword(
  services: Services,
  { input, client }: VisitorRequestOf<typeof signInWithPassword>,
): Promise<DashboardDecision<z.infer<typeof outcome>>> {
  const { operators } = await loadStaff(services.table)
  const operator = operators.find(({ email }) => email === operatorEmail(input.email))
  const { address } = client
  const checked = await checkPassword(services, {
    ...{ email: input.email, address, operatorId: operator?.id },
    ...{ password: input.password, code: input.code },
  })
  if (!checked.proven) return { result: { signedIn: false, needs: checked.needs } }
  if (!operator) throw signInFailed()
  const { writes, cookie } = startSignInOf(services, operator, { method: 'password', client })
  return {
    writes: [...checked.writes, ...writes],
    cookie,
    after: checked.after,
    result: { signedIn: true },
  }
}
