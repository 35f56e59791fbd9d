import type { Config } from '../../shared/kernel/operation/config.ts'
import { isLocal } from '../../shared/kernel/operation/is-local.ts'
import { processServices } from '../../shared/kernel/operation/process-services.ts'
import { proofVerifier } from './proof-verifier.ts'

export function operatorServices(config: Config) {
  return {
    ...processServices(config),
    region: config('AWS_REGION'),
    isLocal: isLocal(config),
    verifyProof: proofVerifier(config),
  }
}
