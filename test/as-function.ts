import { AsyncLocalStorage } from 'node:async_hooks'
import { refuseItems, type TableCaller } from '../infra/local/aws/dynamodb/table-guard.ts'
import { operationRows } from '../infra/operation-rows.ts'
import { tableRights } from '../infra/table-rights.ts'
import { operations } from '../shared/operations.ts'

/** By the name of an operation: its function with the rights of its role. */
const callers = new Map(operations.map((operation) => [operation.name, callerOf(operation)]))

const current = new AsyncLocalStorage<TableCaller>()

/**
 * Runs `work` with the rights that the function of an operation has at the table, so that whatever a test makes an operation
 * do is something that its row allows. Functions that a test itself wrote have all rights.
 */
export function asFunctionOf<Result>({ name }: { name: string }, work: () => Promise<Result>) {
  const caller = callers.get(name)
  return caller ? current.run(caller, work) : work()
}

/** Runs `work` as somebody else, of whom the test says what they do meanwhile. */
export function asAnother<Result>(work: () => Promise<Result>): Promise<Result> {
  return current.exit(work)
}

/** Throws what the table would respond if the function that runs here may not do this. */
export function refuseToFunction(operation: string, body: Buffer): void {
  const caller = current.getStore()
  if (caller) refuseItems(caller, { operation, body })
}

function callerOf(operation: (typeof operations)[number]): TableCaller {
  const [entry] = Object.entries(operationRows([operation]))
  if (!entry) throw new Error(`${operation.name} has a function`)
  const [name, row] = entry
  return { name, rights: tableRights(row) }
}
