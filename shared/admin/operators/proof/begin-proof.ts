import { generateAuthenticationOptions } from '@simplewebauthn/server'
import * as z from 'zod'
import { operatorOperation } from '../../../kernel/operation/operator-operation.ts'
import { ownAccount } from '../account/own-account.ts'
import { type Credentials, needsCode } from '../rules/credentials.ts'
import { appFactor } from '../rules/proof.ts'
import { newChallenge } from '../sign-in/challenge.ts'
import { relyingParty } from '../sign-in/relying-party.ts'
import { challengeCreation } from '../store/challenges.ts'
import { loadCredentials } from '../store/credentials.ts'
import { passkeyRequest } from '../wire/passkey-response.ts'
import { digest } from '../wire/proof.ts'
import { boundChallenge } from './proof-digest.ts'

const begun = z.object({
  /** Needed in addition to the password: nothing, a code from the app or a recovery code, or only a recovery code. */
  code: z.enum(['none', 'any', 'recovery']),
  /** Whether a password can be the proof: not if a code is needed and there is none. */
  byPassword: z.boolean(),
  /** For a passkey; null without one. */
  passkey: z.object({ challengeId: z.string(), options: passkeyRequest }).nullable(),
})

const asked = z.strictObject({
  digest: digest.describe('SHA-256 of what will be confirmed'),
  except: z.string().max(1024).exactOptional().describe('the factor that the request changes'),
})

export const beginProof = operatorOperation({
  name: 'begin-proof',
  role: 'viewer',
  secondFactor: false,
  command: null,
  group: 'account',
  input: asked,
  output: begun,
  touches: { table: 'write', administers: ['sign-ins', 'credentials'] },
  docs: { summary: 'Begin to prove who sends a request' },
  async run(services, request) {
    const { operator } = await ownAccount(services, request)
    const { except } = request.input
    const credentials = await loadCredentials(services.table, operator.id)
    const passkeys = credentials.passkeys.filter(({ credentialId }) => credentialId !== except)
    const ways = passwordWays(credentials, except)
    if (passkeys.length === 0) return { result: { ...ways, passkey: null } }
    const { domain } = await relyingParty(services.table)
    const challenge = newChallenge(services, { purpose: 'proof', operatorId: operator.id })
    const signed = boundChallenge(challenge.challenge, request.input.digest)
    const options = await generateAuthenticationOptions({
      rpID: domain,
      challenge: new Uint8Array(Buffer.from(signed, 'base64url')),
      allowCredentials: passkeys.map(({ credentialId: id, transports }) => ({ id, transports })),
      userVerification: 'required',
    })
    return {
      writes: [challengeCreation(challenge)],
      result: { ...ways, passkey: { challengeId: challenge.id, options } },
    }
  },
})

type Input = z.infer<typeof asked>
type Begun = z.infer<typeof begun>

function passwordWays(
  credentials: Credentials,
  except: Input['except'],
): Pick<Begun, 'code' | 'byPassword'> {
  if (!needsCode(credentials)) return { code: 'none', byPassword: true }
  const hasApp = credentials.totp !== undefined && except !== appFactor
  const byPassword = hasApp || credentials.recoveryCodes.length > 0
  return { code: hasApp ? 'any' : 'recovery', byPassword }
}
