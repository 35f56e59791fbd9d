import { type CallOperator, callingOperator } from '../../operate/call-operator.ts'
import type { Invocation } from '../functions/invocation.ts'
import { StartupError } from '../startup-error.ts'

type Invoke = (functionName: string, payload: unknown) => Promise<Invocation>

/** Carries operators' operations out during startup. Throws a `StartupError` if one fails. */
export function operatorAtStartup(invoke: Invoke): CallOperator {
  return callingOperator(async (functionName, payload) => {
    const invocation = await invoke(functionName, payload)
    if (invocation.outcome === 'answered') return JSON.parse(invocation.payload)
    throw new StartupError(
      `The instance could not be started: ${functionName} failed (${invocation.error.errorMessage}).`,
    )
  })
}
