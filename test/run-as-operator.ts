import { withAudit } from '../shared/kernel/operation/audit.ts'
import { commit } from '../shared/kernel/operation/commit.ts'
import type { OperatorOperation } from '../shared/kernel/operation/operator-operation.ts'
import type { Table } from '../shared/kernel/store/table.ts'
import { asFunctionOf } from './as-function.ts'
import { seededBytes } from './seeded-bytes.ts'

/** The operator on whose behalf these operations run. */
export const actor = { kind: 'unverified', requestId: 'request-1' } as const

const auditing = { now: () => new Date(), randomBytes: seededBytes('audit') }

/** Runs an operator's operation as its function does. */
export function runAsOperator<Services, Input, Output>(
  operation: OperatorOperation<Services, Input, Output>,
  services: { table: Table } & NoInfer<Services>,
  input: NoInfer<Input>,
): Promise<Output> {
  const findActor = async () => actor
  return asFunctionOf(operation, () =>
    commit<Output>(services.table, async () =>
      withAudit(auditing, await operation.run(services, { input, findActor }), findActor),
    ),
  )
}
