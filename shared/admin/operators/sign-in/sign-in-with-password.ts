import * as z from 'zod'
import { visitorOperation } from '../../../kernel/operation/visitor-operation.ts'
import { openingTotp } from '../account/totp-secrets.ts'
import { operatorEmail } from '../rules/operator.ts'
import { otherBrowsers } from '../rules/wrong-codes.ts'
import { knownBrowser } from '../store/browsers.ts'
import { loadStaff } from '../store/operators.ts'
import { givenCode, givenPassword } from '../wire/password.ts'
import { type CheckPasswordServices, checkPassword, signInFailed } from './check-password.ts'
import { startSignInOf, wrongCodesBefore } from './start-sign-in.ts'

const outcome = z.discriminatedUnion('signedIn', [
  z.object({ signedIn: z.literal(true), wrongCodes: wrongCodesBefore }),
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
  limits: { memoryMb: 1769 },
  docs: { summary: 'Sign in with a password, and a code if there is a second factor' },
  needs: (config) => ({ openTotp: openingTotp(config) }),
  async run(services: Services, { input, client }) {
    const { operators } = await loadStaff(services.table)
    const operator = operators.find(({ email }) => email === operatorEmail(input.email))
    const known = { value: client.browser, now: services.now() }
    const browser = await knownBrowser(services.table, operator?.id ?? 'nobody', known)
    const checked = await checkPassword(services, {
      email: input.email,
      address: client.address,
      browser,
      operatorId: operator?.id,
      password: input.password,
      code: input.code,
    })
    if (!checked.proven) return { result: { signedIn: false, needs: checked.needs } as const }
    if (!operator) throw signInFailed()
    const { wrongCodes } = checked
    const isNewBrowser = browser === otherBrowsers
    const of = { method: 'password', client, wrongCodes, isNewBrowser } as const
    const { writes, cookie } = startSignInOf(services, operator, of)
    return {
      writes: [...checked.writes, ...writes],
      cookie,
      after: checked.after,
      result: { signedIn: true, wrongCodes } as const,
    }
  },
})

type Services = CheckPasswordServices
