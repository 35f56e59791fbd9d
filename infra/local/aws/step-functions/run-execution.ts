import type { Execution, Progress, Running } from './execution.ts'
import type { ExecutionRecords } from './execution-records.ts'
import type { Machine } from './machine.ts'
import { type RunStateDeps, runState } from './run-state.ts'

export type RunExecutionDeps = RunStateDeps & {
  records: Pick<ExecutionRecords, 'save'>
  /** Called with a message about each execution that fails. */
  report: (text: string) => void
}

/**
 * Runs an execution from its current state to its end. Each state is recorded with its input before it starts, so after a
 * crash the state is restarted, and a task can run twice, as on AWS after a lost response.
 */
export async function runExecution(
  deps: RunExecutionDeps,
  machine: Machine,
  execution: Execution,
): Promise<void> {
  let { progress } = execution
  while (progress.status === 'RUNNING') {
    const next = await advance(deps, machine, { ...execution, progress })
    if (deps.signal.aborted) return
    deps.records.save({ ...execution, progress: next })
    progress = next
  }
  if (progress.status === 'SUCCEEDED') return
  deps.report(`${execution.arn} ${progress.status}: ${progress.error}: ${progress.cause}`)
}

async function advance(
  deps: RunExecutionDeps,
  machine: Machine,
  { progress, startedAt }: Execution & { progress: Running },
): Promise<Progress> {
  const { timeoutSeconds = Number.POSITIVE_INFINITY } = machine
  const deadline = startedAt + timeoutSeconds * 1000
  if (deps.now().getTime() >= deadline) {
    const cause = `longer than ${timeoutSeconds} s`
    return { status: 'TIMED_OUT', error: 'States.Timeout', cause, stoppedAt: deadline }
  }
  try {
    const outcome = await runState(deps, machine, progress)
    const at = deps.now().getTime()
    if ('output' in outcome) {
      return { status: 'SUCCEEDED', output: outcome.output, stoppedAt: at }
    }
    const { next, input } = outcome
    return { status: 'RUNNING', state: next, stateInput: input, enteredAt: at }
  } catch (error) {
    return { status: 'FAILED', ...failureOf(error), stoppedAt: deps.now().getTime() }
  }
}

/** Returns a state's error, which the interpreter wraps. */
function failureOf(error: unknown): { error: string; cause: string } {
  if (!(error instanceof Error)) return { error: 'States.Runtime', cause: String(error) }
  if (error.name === 'ExecutionError' && error.cause instanceof Error) return failureOf(error.cause)
  return { error: error.name, cause: error.message }
}
