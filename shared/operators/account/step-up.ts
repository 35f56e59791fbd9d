import * as z from 'zod'
import { operatorOperation } from '../../kernel/operation/operation.ts'
import type { Write } from '../../kernel/store/transact.ts'
import { timestamp } from '../../kernel/wire/primitives.ts'
import type { OperatorRequestOf, Visit } from '../operator-request.ts'
import type { Operator } from '../rules/operator.ts'
import { signInLimits } from '../rules/sign-in.ts'
import { takeChallenge } from '../sign-in/challenge.ts'
import { type CheckPasswordServices, checkPassword } from '../sign-in/check-password.ts'
import { relyingParty } from '../sign-in/relying-party.ts'
import { renewSignIn } from '../sign-in/start-sign-in.ts'
import { verifyPasskey } from '../sign-in/verify-passkey.ts'
import { loadCredentials } from '../store/credentials.ts'
import { operatorUnchanged } from '../store/operators.ts'
import type { DashboardDecision } from '../visitor-request.ts'
import { passkeyAssertion } from '../wire/passkey-response.ts'
import { givenCode, givenPassword } from '../wire/password.ts'
import { type AccountServices, ownAccount } from './own-account.ts'

const confirmed = z.discriminatedUnion('confirmed', [
  z.object({ confirmed: z.literal(true), confirmedUntil: timestamp }),
  z.object({ confirmed: z.literal(false), needs: z.literal('code') }),
])

const byPasskey = z.strictObject({
  challengeId: z.string().max(100),
  response: passkeyAssertion,
})
const byPassword = z.strictObject({ password: givenPassword, code: givenCode.exactOptional() })

export const stepUp = operatorOperation({
  name: 'step-up',
  role: 'viewer',
  secondFactor: false,
  command: null,
  group: 'account',
  input: z.union([byPasskey, byPassword]),
  output: confirmed,
  touches: {
    table: 'write',
    decrypts: ['totp-secrets'],
    administers: ['sign-ins', 'credentials', 'audit-log'],
  },
  // Argon2 is CPU-bound.
  needs: { memoryMb: 1769 },
  docs: { summary: 'Confirm that it is you, for sensitive actions in the next 10 minutes' },
})

type Services = AccountServices & CheckPasswordServices
type Request = OperatorRequestOf<typeof stepUp>

/** The browser gets a new secret, so that whoever knew the old one can't do more than before. */
export async function runStepUp(
  services: Services,
  request: Request,
): Promise<DashboardDecision<z.infer<typeof confirmed>>> {
  const { operator, signIn, visit } = await ownAccount(services, request)
  const proof = await proofOf(services, request.input, { operator, visit })
  if (!proof.proven) return { result: { confirmed: false, needs: proof.needs } }
  const { writes, cookie } = renewSignIn(services, signIn)
  const until = services.now().getTime() + signInLimits.confirmationMs
  return {
    writes: [...proof.writes, operatorUnchanged(operator), ...writes],
    cookie,
    after: proof.after,
    result: { confirmed: true, confirmedUntil: new Date(until).toISOString() },
  }
}

type Asked = { operator: Operator; visit: Visit }

async function proofOf(services: Services, input: Request['input'], { operator, visit }: Asked) {
  const { id: operatorId, email } = operator
  if ('response' in input) {
    const writes = [await passkeyUseOf(services, input, operatorId)]
    return { proven: true, writes, after: async () => undefined } as const
  }
  return checkPassword(services, {
    ...{ email, address: visit.client.address, operatorId },
    ...{ password: input.password, code: input.code },
  })
}

async function passkeyUseOf(
  services: Services,
  { challengeId, response }: z.infer<typeof byPasskey>,
  operatorId: string,
): Promise<Write> {
  const party = await relyingParty(services.table)
  const of = { purpose: 'step-up', operatorId } as const
  const { challenge } = await takeChallenge(services, challengeId, of)
  const { passkeys } = await loadCredentials(services.table, operatorId)
  return verifyPasskey(response, { challenge, party, operatorId, passkeys, at: services.now() })
}
