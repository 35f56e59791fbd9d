import { transact, type Write } from '../../../kernel/store/transact.ts'
import type { Credentials } from '../rules/credentials.ts'
import type { Operator } from '../rules/operator.ts'
import { refuseOperator } from '../rules/operator-refusals.ts'
import { appFactor, wizardMs } from '../rules/proof.ts'
import { totpDigits } from '../rules/totp-code.ts'
import { takeChallenge } from '../sign-in/challenge.ts'
import {
  type CheckPasswordServices,
  checkPassword,
  signInFailed,
} from '../sign-in/check-password.ts'
import { relyingParty } from '../sign-in/relying-party.ts'
import { verifyPasskey } from '../sign-in/verify-passkey.ts'
import { loadCredentials, wizardProofWrite } from '../store/credentials.ts'
import { loadOperator, operatorUnchanged } from '../store/operators.ts'
import type { Proof } from '../wire/proof.ts'
import { boundChallenge } from './proof-digest.ts'
import { type ProofRequest, proofRequired } from './proof-request.ts'

type Account = { operator: Operator; credentials: Credentials }

type Uses = { writes: Write[]; after: () => Promise<void> }

/**
 * Verifies that the operator sends the request, and uses the proof up, before anything is done: a code or a signature
 * counts once, even if the request then fails. Throws `proof_required`, `sign_in_failed` or `rate_limit_exceeded`.
 */
export async function verifyProof(
  services: CheckPasswordServices,
  asked: ProofRequest,
): Promise<void> {
  const { table, now } = services
  const operator = await loadOperator(table, asked.operatorId)
  if (!operator) throw signInFailed()
  const credentials = await loadCredentials(table, operator.id)
  if (!asked.proof) {
    const { wizardProofUntil } = credentials
    if (asked.inWizard && wizardProofUntil && now() < wizardProofUntil) return
    throw proofRequired()
  }
  refuseChangedFactor(asked.proof, asked.changes, credentials)
  const { writes, after } = await usesOf(services, asked, { operator, credentials })
  const { committed } = await transact(table, [
    ...writes,
    operatorUnchanged(operator),
    ...(asked.inWizard ? [wizardProofWrite(operator.id, wizardEnd(now()))] : []),
  ])
  if (!committed) throw signInFailed()
  await after()
}

function wizardEnd(now: Date): Date {
  return new Date(now.getTime() + wizardMs)
}

function refuseChangedFactor(proof: Proof, changed: string | null, { totp }: Credentials): void {
  const isByIt =
    'response' in proof
      ? proof.response.id === changed
      : changed === appFactor && totp && totpDigits(proof.code ?? '') !== undefined
  if (isByIt) throw refuseOperator('factor_of_proof')
}

async function usesOf(
  services: CheckPasswordServices,
  { proof, digest, address, browser }: ProofRequest,
  { operator, credentials }: Account,
): Promise<Uses> {
  if (!proof) throw proofRequired()
  const { id: operatorId, email } = operator
  if ('response' in proof) {
    const party = await relyingParty(services.table)
    const of = { purpose: 'proof', operatorId } as const
    const { challenge } = await takeChallenge(services, proof.challengeId, of)
    const signed = { challenge: boundChallenge(challenge, digest), party, operatorId }
    const { passkeys } = credentials
    const use = await verifyPasskey(proof.response, { ...signed, passkeys, at: services.now() })
    return { writes: [use], after: async () => undefined }
  }
  const { password, code } = proof
  const checked = await checkPassword(services, {
    email,
    address,
    browser,
    operatorId,
    password,
    code,
  })
  if (checked.proven) return checked
  throw signInFailed()
}
