import type { Invocation } from '../functions/invocation.ts'
import { StartupError } from '../startup-error.ts'

export type Invoke = (functionName: string, payload: unknown) => Promise<Invocation>

/** Returns the response of an operator's function during startup. Throws a `StartupError` if it fails. */
export async function invokeOperator(
  invoke: Invoke,
  functionName: string,
  payload: unknown,
): Promise<unknown> {
  const invocation = await invoke(functionName, payload)
  if (invocation.outcome === 'answered') return JSON.parse(invocation.payload)
  throw new StartupError(
    `The instance could not be started: ${functionName} failed (${invocation.error.errorMessage}).`,
  )
}
