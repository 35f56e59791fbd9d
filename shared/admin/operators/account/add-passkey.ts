import { verifyRegistrationResponse } from '@simplewebauthn/server'
import * as z from 'zod'
import { operatorOperation } from '../../../kernel/operation/operator-operation.ts'
import type { Passkey } from '../rules/credentials.ts'
import { takeChallenge } from '../sign-in/challenge.ts'
import { type RelyingParty, relyingParty } from '../sign-in/relying-party.ts'
import { passkeyRefused } from '../sign-in/verify-passkey.ts'
import { loadCredentials, passkeyCreation } from '../store/credentials.ts'
import { type PasskeyAttestation, passkeyAttestation } from '../wire/passkey-response.ts'
import { addFactor } from './add-factor.ts'
import { passkeyAlgorithms } from './begin-passkey.ts'
import { ownAccount, peopleAudit } from './own-account.ts'

const added = z.object({
  id: z.string(),
  /** Shown once; null if there are some already. */
  recoveryCodes: z.array(z.string()).nullable(),
})

export const addPasskey = operatorOperation({
  name: 'add-passkey',
  role: 'viewer',
  proof: 'always',
  secondFactor: false,
  command: null,
  group: 'account',
  input: z.strictObject({
    challengeId: z.string().max(100),
    name: z.string().trim().min(1).max(60),
    response: passkeyAttestation,
  }),
  output: added,
  touches: {
    table: 'write',
    administers: ['operators', 'sign-ins', 'credentials', 'audit-log'],
  },
  docs: { summary: 'Add a passkey to your account' },
  async run(services, request) {
    const { table, now } = services
    const { challengeId, name, response } = request.input
    const account = await ownAccount(services, request)
    const { id: operatorId, email } = account.operator
    const party = await relyingParty(table)
    const of = { purpose: 'passkey', operatorId } as const
    const { challenge } = await takeChallenge(services, challengeId, of)
    const verified = await verifiedPasskey(response, { challenge, party })
    const passkey = { ...verified, name, createdAt: now(), lastUsedAt: null }
    const { writes, cookie, recoveryCodes } = addFactor(
      services,
      account,
      await loadCredentials(table, operatorId),
    )
    const change = { action: 'account.passkey-add', target: email, outcome: name } as const
    return {
      writes: [
        passkeyCreation(operatorId, passkey),
        ...writes,
        await peopleAudit(services, request, change),
      ],
      cookie,
      result: { id: passkey.credentialId, recoveryCodes },
      conflict: passkeyRefused,
    }
  },
})

type Verified = Omit<Passkey, 'name' | 'createdAt' | 'lastUsedAt'>

async function verifiedPasskey(
  { authenticatorAttachment: _, ...response }: PasskeyAttestation,
  { challenge, party }: { challenge: string; party: RelyingParty },
): Promise<Verified> {
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.domain,
      requireUserVerification: true,
      supportedAlgorithmIDs: passkeyAlgorithms,
    })
    if (!verified) throw passkeyRefused()
    const { id, publicKey, counter } = registrationInfo.credential
    return {
      credentialId: id,
      publicKey: Buffer.from(publicKey).toString('base64url'),
      counter,
      transports: response.response.transports,
      domain: party.domain,
    }
  } catch (error) {
    throw passkeyRefused(error)
  }
}
