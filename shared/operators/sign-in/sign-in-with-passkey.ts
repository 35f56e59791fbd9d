import * as z from 'zod'
import type { RandomBytes } from '../../kernel/ids.ts'
import { visitorOperation } from '../../kernel/operation/operation.ts'
import type { Table } from '../../kernel/store/table.ts'
import { loadCredentials } from '../store/credentials.ts'
import { loadOperator } from '../store/operators.ts'
import type { DashboardDecision, VisitorRequestOf } from '../visitor-request.ts'
import { passkeyAssertion } from '../wire/passkey-response.ts'
import { takeChallenge } from './challenge.ts'
import { relyingParty } from './relying-party.ts'
import { startSignInOf } from './start-sign-in.ts'
import { passkeyRefused, userIdOf, verifyPasskey } from './verify-passkey.ts'

const signedIn = z.object({ signedIn: z.literal(true) })

export const signInWithPasskey = visitorOperation({
  name: 'sign-in-with-passkey',
  input: z.strictObject({ challengeId: z.string().max(100), response: passkeyAssertion }),
  output: signedIn,
  touches: { table: 'write', administers: ['sign-ins', 'credentials', 'audit-log'] },
  docs: { summary: 'Sign in with a passkey' },
})

type Services = { table: Table; now: () => Date; randomBytes: RandomBytes }

/** A passkey alone is enough, because it is unlocked by its owner. Failed passwords never pause it. */
export async function runSignInWithPasskey(
  services: Services,
  { input, client }: VisitorRequestOf<typeof signInWithPasskey>,
): Promise<DashboardDecision<z.infer<typeof signedIn>>> {
  const { table, now } = services
  const { response } = input
  const party = await relyingParty(table)
  const { challenge } = await takeChallenge(services, input.challengeId, {
    purpose: 'sign-in',
    operatorId: null,
  })
  const operatorId = userIdOf(response.response.userHandle ?? '')
  const operator = operatorId ? await loadOperator(table, operatorId) : undefined
  if (!operator) throw passkeyRefused()
  const { passkeys } = await loadCredentials(table, operator.id)
  const use = await verifyPasskey(response, {
    ...{ challenge, party, passkeys, at: now() },
    operatorId: operator.id,
  })
  const { writes, cookie } = startSignInOf(services, operator, { method: 'passkey', client })
  return { writes: [use, ...writes], cookie, result: { signedIn: true }, conflict: passkeyRefused }
}
