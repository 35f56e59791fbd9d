import type { Table } from '../../../shared/kernel/store/table.ts'
import type { AuditDeps, Change } from '../../../shared/operators/audit.ts'
import type { OperatorRequest } from '../../../shared/operators/operator-request.ts'
import type { VerifyProof } from '../../../shared/operators/proof/proof-request.ts'
import type { DashboardDecision } from '../../../shared/operators/visitor-request.ts'

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
