import { randomBytes } from 'node:crypto'
import { openTable } from '../../shared/kernel/store/table.ts'
import type { Config } from '../config.ts'
import { isLocal } from './is-local.ts'
import { proofVerifier } from './proof-verifier.ts'

/** The dependencies of most groups of operator operations. */
export function operatorServices(config: Config) {
  return {
    region: config('AWS_REGION'),
    isLocal: isLocal(config),
    table: openTable(config('TABLE_NAME')),
    now: () => new Date(),
    randomBytes,
    verifyProof: proofVerifier(config),
  }
}
