import type { VerifyProof } from '../../../shared/admin/operators/proof/proof-request.ts'
import type { AuditDeps, Change } from '../../../shared/kernel/operation/audit.ts'
import type { OperatorRequest } from '../../../shared/kernel/operation/operator-request.ts'
import type { DashboardDecision } from '../../../shared/kernel/operation/visitor-request.ts'
import type { Table } from '../../../shared/kernel/store/table.ts'

export type OperatorPipelineDeps = AuditDeps & {
  table: Table
  region: string
  /** Whether this is an instance on one machine. */
  isLocal: boolean
  verifyProof: VerifyProof
}

/** Runs an operation: reads, and returns what to write. It writes nothing itself. */
export type RunForOperator<Services, Input, Output> = (
  services: Services,
  request: OperatorRequest<Input>,
) => Promise<DashboardDecision<Output> & { changes?: readonly Change[] }>
