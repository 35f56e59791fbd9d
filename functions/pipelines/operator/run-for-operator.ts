import type { Table } from '../../../shared/kernel/store/table.ts'
import type { OperatorRequest } from '../../../shared/operators/operator-request.ts'
import type { DashboardDecision } from '../../../shared/operators/visitor-request.ts'

export type OperatorPipelineDeps = { table: Table; region: string; now: () => Date }

/** Runs an operation: reads, and returns what to write. It writes nothing itself. */
export type RunForOperator<Services, Input, Output> = (
  services: Services,
  request: OperatorRequest<Input>,
) => Promise<DashboardDecision<Output>>
