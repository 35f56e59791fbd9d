import { repositoryRoot } from '../infra/build/repository-root.ts'
import { type CallOperator, callingOperator } from '../infra/operate/call-operator.ts'
import type { Surroundings } from '../infra/operate/operate.ts'
import { operate } from '../infra/operate/operate.ts'
import { operationRows } from '../infra/operation-rows.ts'
import type { Config } from '../shared/kernel/operation/config.ts'
import { operatorOperations } from '../shared/operator-operations.ts'

type Context = { functionName: string; awsRequestId: string }
export type OperatorFunction = (event: unknown, context?: Context) => Promise<unknown>

/** The Lambdas of operators' operations in this process, each made when it is first called. */
export function lambdasOf(config: Config): Record<string, OperatorFunction> {
  const rows = Object.entries(operationRows(operatorOperations))
  return Object.fromEntries(
    rows.map(([name, { entry }]) => {
      let made: Promise<OperatorFunction> | undefined
      const make = async () => (await import(`${repositoryRoot}/${entry}`)).serve(config)
      return [
        name,
        async (event, context) => {
          made ??= make()
          return (await made)(event, context)
        },
      ]
    }),
  )
}

/** The terminal, with these functions in this process. Payloads are JSON text, as in Lambda's Invoke. */
export function terminal(functions: Readonly<Record<string, OperatorFunction>>): {
  call: CallOperator
  run: (...args: string[]) => Promise<string>
  runWith: (surroundings: Surroundings, ...args: string[]) => Promise<string>
} {
  const call = callingOperator(async (functionName, payload) => {
    const called = functions[functionName]
    if (!called) throw new Error(`there is no function ${functionName}`)
    const context = { functionName, awsRequestId: 'request-1' }
    return throughJson(await called(throughJson(payload), context))
  })
  return {
    call,
    run: (...args) => operate(async () => call, args),
    runWith: (surroundings, ...args) => operate(async () => call, args, surroundings),
  }
}

function throughJson(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value))
}
