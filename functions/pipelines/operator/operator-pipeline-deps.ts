import type { VerifyProof } from '../../../shared/admin/operators/proof/proof-request.ts'
import type { AuditDeps } from '../../../shared/kernel/operation/audit.ts'
import type { Table } from '../../../shared/kernel/store/table.ts'

export type OperatorPipelineDeps = AuditDeps & {
  table: Table
  region: string
  /** Whether this is an instance on one machine. */
  isLocal: boolean
  verifyProof: VerifyProof
}
