import { proofReply, type VerifyProof } from '../../shared/admin/operators/proof/proof-request.ts'
import { invokingFunctions } from '../../shared/aws/invoke-function.ts'
import { ServiceError } from '../../shared/kernel/errors.ts'
import type { Config } from '../../shared/kernel/operation/config.ts'

/** Has `verify-proof` verify who sends a request: it alone may read and use up all credentials. */
export function proofVerifier(config: Config): VerifyProof {
  const invoke = invokingFunctions(config)
  return async (request) => {
    const reply = proofReply.parse(await invoke(config('VERIFY_PROOF_FUNCTION'), request))
    if (reply.outcome === 'proven') return
    const { code, message, outcome: _, ...said } = reply
    throw new ServiceError(code, message, { param: 'proof', ...said })
  }
}
