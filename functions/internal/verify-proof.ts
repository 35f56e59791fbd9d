import { openingTotp } from '../../shared/admin/operators/account/totp-secrets.ts'
import {
  type ProofReply,
  proofRequest,
  refusalOf,
} from '../../shared/admin/operators/proof/proof-request.ts'
import { verifyProof } from '../../shared/admin/operators/proof/verify-proof.ts'
import type { Config } from '../../shared/kernel/operation/config.ts'
import { processServices } from '../../shared/kernel/operation/process-services.ts'
import { workerFunction } from '../pipelines/worker-function.ts'

/** Verifies who sends an operator's request, for functions that may read no credentials. */
export function serve(config: Config) {
  const services = { ...processServices(config), openTotp: openingTotp(config) }
  return workerFunction(async (event: unknown): Promise<ProofReply> => {
    try {
      await verifyProof(services, proofRequest.parse(event))
      return { outcome: 'proven' }
    } catch (error) {
      const refusal = refusalOf(error)
      if (refusal) return refusal
      throw error
    }
  })
}
