import { commit, type Decision } from '../shared/kernel/operation/commit.ts'
import type { Table } from '../shared/kernel/store/table.ts'
import type { OperatorRequest } from '../shared/operators/operator-request.ts'

/** Who carries operations out here. */
export const actor = { kind: 'unverified', requestId: 'request-1' } as const

type Run<Services, Input, Output> = (
  services: Services,
  request: OperatorRequest<Input>,
) => Promise<Decision<Output>>

/** Carries an operator's operation out, as its function does. */
export function operated<Services extends { table: Table }, Input, Output>(
  run: Run<Services, Input, Output>,
  services: Services,
  input: NoInfer<Input>,
): Promise<Output> {
  const request = { input, findActor: async () => actor }
  return commit(services.table, () => run(services, request))
}
