import { proofDigest } from '../../../shared/admin/operators/proof/proof-digest.ts'
import {
  proofRequired,
  type VerifyProof,
} from '../../../shared/admin/operators/proof/proof-request.ts'
import { changedFactor } from '../../../shared/admin/operators/rules/proof.ts'
import { type Proof, provenRequest } from '../../../shared/admin/operators/wire/proof.ts'
import { safeJson } from '../../../shared/http/json-body.ts'
import { parseWith } from '../../../shared/http/parse-with.ts'
import { invariant } from '../../../shared/kernel/invariant.ts'
import type { Operation } from '../../../shared/kernel/operation/operation.ts'
import type { Visit } from '../../../shared/kernel/operation/operator-request.ts'

/** A page's input, and the proof of who sends it with the text that it confirms. */
export type Asked = { input: unknown; proven: { text: string; proof: Proof } | null }

/** The input of a request, with or without a proof around it. */
export function askedIn(body: unknown, { caller }: Pick<Operation, 'caller'>): Asked {
  const mayProve = caller.kind === 'operator' && caller.proof !== 'none'
  const hasProof = typeof body === 'object' && body !== null && 'proof' in body
  if (!mayProve || !hasProof) return { input: body, proven: null }
  const { input: text, proof } = parseWith(provenRequest, body)
  return { input: safeJson(text), proven: { text, proof } }
}

/**
 * Throws unless the operator proved that they send this request, if the operation needs that. The steps of the wizard
 * need one proof for all of them.
 */
export async function requireProof(
  verifyProof: VerifyProof,
  { name, caller }: Pick<Operation, 'name' | 'caller'>,
  { visit, asked: { input, proven } }: { visit: Visit; asked: Asked },
): Promise<void> {
  invariant(caller.kind === 'operator', `${name} is an operators' operation`)
  if (caller.proof === 'none') return
  const { isInWizard, operator, browser } = visit.signIn
  if (!proven && !(isInWizard && caller.proof === 'once in the wizard')) throw proofRequired()
  await verifyProof({
    operatorId: operator.id,
    address: visit.client.address,
    browser,
    digest: proofDigest(name, proven?.text ?? ''),
    changes: changedFactor(name, input),
    inWizard: isInWizard,
    proof: proven?.proof ?? null,
  })
}
