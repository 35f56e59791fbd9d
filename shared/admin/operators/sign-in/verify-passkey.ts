import { verifyAuthenticationResponse } from '@simplewebauthn/server'
import type { ServiceError } from '../../../kernel/errors.ts'
import type { Write } from '../../../kernel/store/transact.ts'
import type { Passkey } from '../rules/credentials.ts'
import { refuseOperator } from '../rules/operator-refusals.ts'
import { passkeyUse } from '../store/credentials.ts'
import type { PasskeyAssertion } from '../wire/passkey-response.ts'
import type { RelyingParty } from './relying-party.ts'

type Expected = {
  challenge: string
  party: RelyingParty
  operatorId: string
  passkeys: readonly Passkey[]
  at: Date
}

/**
 * Verifies that one of the passkeys signed the challenge on a page of ours, after its owner unlocked it. Returns the
 * write that notes the use. Throws `sign_in_failed`, also for a counter that went back: somebody copied the passkey.
 */
export async function verifyPasskey(
  response: PasskeyAssertion,
  { challenge, party, operatorId, passkeys, at }: Expected,
): Promise<Write> {
  const passkey = passkeys.find(({ credentialId }) => credentialId === response.id)
  if (!passkey) throw passkeyRefused()
  const { userHandle } = response.response
  // Discoverable passkeys say whose they are; it must be whom the credential is stored for.
  if (userHandle && userIdOf(userHandle) !== operatorId) throw passkeyRefused()
  const counter = await verifiedCounter(response, { challenge, party, passkey })
  return passkeyUse(operatorId, passkey, { counter, at })
}

/** The operator's id in the handle that the passkey was created with. */
export function userIdOf(userHandle: string): string {
  return Buffer.from(userHandle, 'base64url').toString('utf8')
}

type Verified = Pick<Expected, 'challenge' | 'party'> & { passkey: Passkey }

async function verifiedCounter(
  given: PasskeyAssertion,
  { challenge, party, passkey }: Verified,
): Promise<number> {
  const { authenticatorAttachment: _, ...response } = given
  const { userHandle, ...signed } = response.response
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...response, response: { ...signed, ...(userHandle && { userHandle }) } },
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.domain,
      credential: {
        id: passkey.credentialId,
        publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
        counter: passkey.counter,
      },
      requireUserVerification: true,
    })
    if (verified) return authenticationInfo.newCounter
  } catch (error) {
    throw passkeyRefused(error)
  }
  throw passkeyRefused()
}

export function passkeyRefused(cause?: unknown): ServiceError {
  return refuseOperator('passkey_refused', {}, { cause })
}
