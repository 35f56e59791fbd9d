import { type Change, withAudit } from '../shared/kernel/operation/audit.ts'
import { commit, type Decision } from '../shared/kernel/operation/commit.ts'
import type { OperatorRequest } from '../shared/kernel/operation/operator-request.ts'
import type { Table } from '../shared/kernel/store/table.ts'
import { asFunctionOf } from './as-function.ts'
import { seededBytes } from './seeded-bytes.ts'

/** The operator on whose behalf these operations run. */
export const actor = { kind: 'unverified', requestId: 'request-1' } as const

type Run<Services, Input, Output> = (
  services: Services,
  request: OperatorRequest<Input>,
) => Promise<Decision<Output> & { changes?: readonly Change[] }>

const auditing = { now: () => new Date(), randomBytes: seededBytes('audit') }

/** Runs an operator's operation as its function does. */
export function runAsOperator<Services extends { table: Table }, Input, Output>(
  run: Run<Services, Input, Output>,
  services: Services,
  input: NoInfer<Input>,
): Promise<Output> {
  const findActor = async () => actor
  return asFunctionOf(run, () =>
    commit<Output>(services.table, async () =>
      withAudit(auditing, await run(services, { input, findActor }), findActor),
    ),
  )
}
