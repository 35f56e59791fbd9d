import type { Config } from '../functions/config.ts'
import { type CallOperator, callingOperator } from '../infra/operate/call-operator.ts'
import type { Surroundings } from '../infra/operate/operate.ts'
import { operate } from '../infra/operate/operate.ts'

type Context = { functionName: string; awsRequestId: string }
type OperatorFunction = (event: unknown, context?: Context) => Promise<unknown>
/** An entry file of `functions/operator/`. */
type EntryFile = Readonly<Record<string, (config: Config) => OperatorFunction>>

/** The Lambdas of entry files: `serveCreateApiKey` is `operator-create-api-key`. */
export function lambdasOf(
  config: Config,
  ...files: readonly EntryFile[]
): Record<string, OperatorFunction> {
  const served = files.flatMap((file) => Object.entries(file))
  return Object.fromEntries(
    served.map(([name, serve]) => [
      name.replace(/^serve/, 'operator').replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
      serve(config),
    ]),
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
