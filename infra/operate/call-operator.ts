import type { Operation } from '../../shared/kernel/operation/operation.ts'
import { lambdaName } from '../operation-rows.ts'

/** Runs an operator's operation. Throws an `OperateError` with the function's own message. */
export type CallOperator = <Output>(
  operation: Operation<unknown, unknown, Output>,
  input?: Readonly<Record<string, unknown>>,
) => Promise<Output>

/** Invokes a Lambda; resolves with its payload. */
type Invoke = (functionName: string, payload: object) => Promise<unknown>

/** Every operation has its own Lambda. */
export function callingOperator(invoke: Invoke): CallOperator {
  return async (operation, input = {}) => {
    const payload = { door: 'terminal', operation: operation.name, input }
    return operation.success.schema.parse(await invoke(lambdaName(operation), payload))
  }
}
