import * as z from 'zod'
import { visitorOperation } from '../../../kernel/operation/visitor-operation.ts'
import { otherBrowsers } from '../rules/wrong-codes.ts'
import { knownBrowser } from '../store/browsers.ts'
import { loadCredentials } from '../store/credentials.ts'
import { loadOperator } from '../store/operators.ts'
import { wrongCodesOf } from '../store/wrong-codes.ts'
import { passkeyAssertion } from '../wire/passkey-response.ts'
import { takeChallenge } from './challenge.ts'
import { relyingParty } from './relying-party.ts'
import { startSignInOf, wrongCodesBefore } from './start-sign-in.ts'
import { passkeyRefused, userIdOf, verifyPasskey } from './verify-passkey.ts'

const signedIn = z.object({ signedIn: z.literal(true), wrongCodes: wrongCodesBefore })

export const signInWithPasskey = visitorOperation({
  name: 'sign-in-with-passkey',
  input: z.strictObject({ challengeId: z.string().max(100), response: passkeyAssertion }),
  output: signedIn,
  touches: { table: 'write', administers: ['sign-ins', 'credentials', 'audit-log'] },
  docs: { summary: 'Sign in with a passkey' },
  /** A passkey alone is enough, because it is unlocked by its owner. Failed passwords never pause it. */
  async run(services, { input, client }) {
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
    const credentials = await loadCredentials(table, operator.id)
    const { passkeys } = credentials
    const use = await verifyPasskey(response, {
      challenge,
      party,
      passkeys,
      at: now(),
      operatorId: operator.id,
    })
    const wrongCodes = await wrongCodesOf(table, operator.id, credentials)
    const known = { value: client.browser, now: now() }
    const isNewBrowser = (await knownBrowser(table, operator.id, known)) === otherBrowsers
    const of = { method: 'passkey', client, wrongCodes, isNewBrowser } as const
    const { writes, cookie } = startSignInOf(services, operator, of)
    const result = { signedIn: true, wrongCodes } as const
    return { writes: [use, ...writes], cookie, result, conflict: passkeyRefused }
  },
})
