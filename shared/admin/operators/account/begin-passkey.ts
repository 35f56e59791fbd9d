import { generateRegistrationOptions } from '@simplewebauthn/server'
import * as z from 'zod'
import { operatorOperation } from '../../../kernel/operation/operator-operation.ts'
import { refuseOperator } from '../rules/operator-refusals.ts'
import { newChallenge } from '../sign-in/challenge.ts'
import { relyingParty } from '../sign-in/relying-party.ts'
import { challengeCreation } from '../store/challenges.ts'
import { loadCredentials } from '../store/credentials.ts'
import { passkeyCreation } from '../wire/passkey-response.ts'
import { ownAccount } from './own-account.ts'

const begun = z.object({ challengeId: z.string(), options: passkeyCreation })

export const beginPasskey = operatorOperation({
  name: 'begin-passkey',
  role: 'viewer',
  secondFactor: false,
  command: null,
  group: 'account',
  input: z.strictObject({}),
  output: begun,
  touches: { table: 'write', administers: ['sign-ins', 'credentials'] },
  docs: { summary: 'Begin to add a passkey to your account' },
  async run(services, request) {
    const { operator } = await ownAccount(services, request)
    const { domain } = await relyingParty(services.table)
    const { passkeys } = await loadCredentials(services.table, operator.id)
    if (passkeys.length >= mostPasskeys)
      throw refuseOperator('too_many_passkeys', { most: mostPasskeys })
    const challenge = newChallenge(services, { purpose: 'passkey', operatorId: operator.id })
    const options = await generateRegistrationOptions({
      rpName: 'Quittance',
      rpID: domain,
      attestationType: 'none',
      userName: operator.email,
      userDisplayName: operator.name,
      userID: new Uint8Array(Buffer.from(operator.id)),
      challenge: new Uint8Array(Buffer.from(challenge.challenge, 'base64url')),
      excludeCredentials: passkeys.map(({ credentialId: id, transports }) => ({ id, transports })),
      // Discoverable, so that it signs in without an email, and unlocked by its owner, so that it is enough.
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      supportedAlgorithmIDs: passkeyAlgorithms,
    })
    return {
      writes: [challengeCreation(challenge)],
      result: { challengeId: challenge.id, options },
    }
  },
})

const mostPasskeys = 20

/** EdDSA, ES256 and RS256, which all authenticators have one of. */
export const passkeyAlgorithms = [-8, -7, -257]
