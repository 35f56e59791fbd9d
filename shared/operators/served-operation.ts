import { parseWith } from '../http/parse-with.ts'
import { invariant } from '../kernel/invariant.ts'
import type { Decision } from '../kernel/operation/commit.ts'
import { commit, type Decide } from '../kernel/operation/commit.ts'
import type { Operation } from '../kernel/operation/operation.ts'
import type { Table } from '../kernel/store/table.ts'
import type { OperatorRequest } from './operator-request.ts'

/** An operation with its implementation. */
export type ServedOperation<Services> = {
  operation: Operation
  serve: (services: Services, request: OperatorRequest) => Promise<unknown>
}

type WithTable = { table?: Table }

/** Pairs an operation with its implementation: parses the input, and commits the decision. */
export function serves<Services extends object, Input, Output>(
  operation: Operation<Input, unknown, Output>,
  run: (services: Services, request: OperatorRequest<Input>) => Promise<Decision<Output>>,
): ServedOperation<Services & WithTable> {
  return {
    operation,
    serve: async (services, { input, findActor }) => {
      const request = { input: parseWith(operation.body, input), findActor }
      const result = await execute(services, () => run(services, request))
      return operation.success.schema.parse(result)
    },
  }
}

async function execute<Output>({ table }: WithTable, decide: Decide<Output>): Promise<Output> {
  if (table) return commit(table, decide)
  const { result, writes = [] } = await decide()
  invariant(writes.length === 0, 'an operation without a table writes nothing')
  return result
}
