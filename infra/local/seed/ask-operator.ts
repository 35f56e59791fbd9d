import type { Invocation } from '../functions/invocation.ts'
import { StartupError } from '../startup-error.ts'

export type Invoke = (functionName: string, payload: unknown) => Promise<Invocation>

/** What an operator's function answers to a start. Throws `StartupError`. */
export async function askOperator(
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
