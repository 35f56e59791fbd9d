import { generateAuthenticationOptions } from '@simplewebauthn/server'
import * as z from 'zod'
import { clientNetwork } from '../../../http/rules/client-network.ts'
import { visitorLimits } from '../../../http/rules/visitor-limits.ts'
import { visitorOperation } from '../../../kernel/operation/visitor-operation.ts'
import { challengeCreation } from '../store/challenges.ts'
import { passkeyRequest } from '../wire/passkey-response.ts'
import { newChallenge } from './challenge.ts'
import { relyingParty } from './relying-party.ts'

const begun = z.object({ challengeId: z.string(), options: passkeyRequest })

export const beginPasskeySignIn = visitorOperation({
  name: 'begin-passkey-sign-in',
  input: z.strictObject({}),
  output: begun,
  touches: { table: 'write', administers: ['sign-ins'] },
  docs: { summary: 'Begin to sign in with a passkey' },
  /** The browser asks which passkey to use, so nobody has to type an email, and nobody learns who has an account. */
  async run(services, { client, limit }) {
    await limit({
      subject: `passkey ${clientNetwork(client.address)}`,
      most: visitorLimits.perMinute.passkeys,
    })
    const { domain } = await relyingParty(services.table)
    const challenge = newChallenge(services, { purpose: 'sign-in', operatorId: null })
    const options = await generateAuthenticationOptions({
      rpID: domain,
      challenge: Buffer.from(challenge.challenge, 'base64url'),
      userVerification: 'required',
    })
    return {
      writes: [challengeCreation(challenge)],
      result: { challengeId: challenge.id, options },
    }
  },
})
