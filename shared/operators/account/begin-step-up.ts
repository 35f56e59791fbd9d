import { generateAuthenticationOptions } from '@simplewebauthn/server'
import * as z from 'zod'
import { operatorOperation } from '../../kernel/operation/operation.ts'
import type { OperatorRequestOf } from '../operator-request.ts'
import { hasSecondFactor } from '../rules/credentials.ts'
import { newChallenge } from '../sign-in/challenge.ts'
import { relyingParty } from '../sign-in/relying-party.ts'
import { challengeCreation } from '../store/challenges.ts'
import { loadCredentials } from '../store/credentials.ts'
import type { DashboardDecision } from '../visitor-request.ts'
import { passkeyOptions } from '../wire/passkey-response.ts'
import { type AccountServices, ownAccount } from './own-account.ts'

const begun = z.object({
  /** What you can confirm with. */
  methods: z.array(z.enum(['passkey', 'password'])),
  /** Whether the password needs a code beside it. */
  needsCode: z.boolean(),
  /** For the passkey; null without one. */
  passkey: z.object({ challengeId: z.string(), options: passkeyOptions }).nullable(),
})

export const beginStepUp = operatorOperation({
  name: 'begin-step-up',
  role: 'viewer',
  secondFactor: false,
  command: null,
  group: 'account',
  input: z.strictObject({}),
  output: begun,
  touches: { table: 'write', administers: ['sign-ins', 'credentials'] },
  docs: { summary: 'Begin to confirm that it is you' },
})

export async function runBeginStepUp(
  services: AccountServices,
  request: OperatorRequestOf<typeof beginStepUp>,
): Promise<DashboardDecision<z.infer<typeof begun>>> {
  const { operator } = await ownAccount(services, request)
  const credentials = await loadCredentials(services.table, operator.id)
  const needsCode = hasSecondFactor(credentials)
  const { passkeys } = credentials
  if (passkeys.length === 0) {
    return { result: { methods: ['password'], needsCode, passkey: null } }
  }
  const { domain } = await relyingParty(services.table)
  const challenge = newChallenge(services, { purpose: 'step-up', operatorId: operator.id })
  const options = await generateAuthenticationOptions({
    rpID: domain,
    challenge: new Uint8Array(Buffer.from(challenge.challenge, 'base64url')),
    allowCredentials: passkeys.map(({ credentialId: id, transports }) => ({ id, transports })),
    userVerification: 'required',
  })
  return {
    writes: [challengeCreation(challenge)],
    result: {
      methods: ['passkey', 'password'],
      needsCode,
      passkey: { challengeId: challenge.id, options: { ...options } },
    },
  }
}
