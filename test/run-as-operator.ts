import { commit, type Decision } from '../shared/kernel/operation/commit.ts'
import type { Table } from '../shared/kernel/store/table.ts'
import type { OperatorRequest } from '../shared/operators/operator-request.ts'

/** The operator on whose behalf these operations run. */
export const actor = { kind: 'unverified', requestId: 'request-1' } as const

type Run<Services, Input, Output> = (
  services: Services,
  request: OperatorRequest<Input>,
) => Promise<Decision<Output>>

/** Runs an operator's operation as its function does. */
export function runAsOperator<Services extends { table: Table }, Input, Output>(
  run: Run<Services, Input, Output>,
  services: Services,
  input: NoInfer<Input>,
): Promise<Output> {
  const request = { input, findActor: async () => actor }
  return commit(services.table, () => run(services, request))
}
