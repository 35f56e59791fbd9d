import { randomBytes } from 'node:crypto'
import {
  type ProofReply,
  proofRequest,
  refusalOf,
} from '../../shared/admin/operators/proof/proof-request.ts'
import { verifyProof } from '../../shared/admin/operators/proof/verify-proof.ts'
import { openTable } from '../../shared/kernel/store/table.ts'
import type { Config } from '../config.ts'
import { workerFunction } from '../pipelines/worker-function.ts'
import { openingTotp } from '../services/totp-secrets.ts'

/** Verifies who sends an operator's request, for functions that may read no credentials. */
export function serve(config: Config) {
  const services = {
    table: openTable(config('TABLE_NAME')),
    now: () => new Date(),
    randomBytes,
    openTotp: openingTotp(config),
  }
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
