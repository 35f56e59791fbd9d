import { withAudit } from '../shared/kernel/operation/audit.ts'
import { commit } from '../shared/kernel/operation/commit.ts'
import type { OperatorOperation } from '../shared/kernel/operation/operator-operation.ts'
import { asFunctionOf } from './as-function.ts'
import { allGiven, type Given } from './given-services.ts'
import { seededBytes } from './seeded-bytes.ts'

/** The operator on whose behalf these operations run. */
export const actor = { kind: 'unverified', requestId: 'request-1' } as const

const auditing = { now: () => new Date(), randomBytes: seededBytes('audit') }

/** Runs an operator's operation as its function does. */
export function runAsOperator<Services, Input, Output>(
  operation: OperatorOperation<Services, Input, Output>,
  services: Given<NoInfer<Services>>,
  input: NoInfer<Input>,
): Promise<Output> {
  const findActor = async () => actor
  return asFunctionOf(operation, () =>
    commit<Output>(services.table, async () =>
      withAudit(
        auditing,
        await operation.run(allGiven<Services>(services), { input, findActor }),
        findActor,
      ),
    ),
  )
}
