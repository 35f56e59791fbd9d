import { type CallOperator, callingOperator } from '../infra/operate/call-operator.ts'
import type { GivenSecrets } from '../infra/operate/given-secrets.ts'
import { operate } from '../infra/operate/operate.ts'

type Context = { functionName: string; awsRequestId: string }
type OperatorFunction = (event: unknown, context?: Context) => Promise<unknown>

/** The terminal, with these functions in this process. Payloads are JSON text, as in Lambda's Invoke. */
export function terminal(functions: Readonly<Record<string, OperatorFunction>>): {
  call: CallOperator
  run: (...args: string[]) => Promise<string>
  runWith: (secrets: GivenSecrets, ...args: string[]) => Promise<string>
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
    runWith: (secrets, ...args) => operate(async () => call, args, secrets),
  }
}

function throughJson(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value))
}
