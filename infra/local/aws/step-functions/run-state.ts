import { setTimeout as wait } from 'node:timers/promises'
import type { Running } from './execution.ts'
import { callOf, type Machine, type Step } from './machine.ts'
import { waitDue } from './wait-due.ts'

export type RunStateDeps = {
  /** Invokes a function. Throws its error, with Lambda's `errorType` as its name. */
  invoke: (functionName: string, payload: unknown) => Promise<unknown>
  now: () => Date
  signal: AbortSignal
  /** Long waits are split and the clock is read in between, because timers stop while the computer sleeps. */
  longestSleepMs?: number | undefined
}

/** The outcome of a state: the next state with its input, or the end with its output. */
export type StateOutcome = { next: string; input: string } | { output: string }

/** Runs one state of a machine, and throws its error if it fails. The result is void once `signal` is aborted. */
export async function runState(
  deps: RunStateDeps,
  machine: Machine,
  running: Running,
): Promise<StateOutcome> {
  const step = machine.step(running.state)
  if (step.state.Type === 'Wait') await sleepUntil(deps, waitDue(step.state, running))
  const run = step.run(JSON.parse(running.stateInput), {
    overrides: overrides(deps, step, running),
  })
  deps.signal.addEventListener('abort', run.abort, { once: true })
  try {
    const output = JSON.stringify((await run.result) ?? null)
    const last = await lastEntered(run.eventLogs)
    return last === running.state ? { output } : { next: last, input: output }
  } finally {
    deps.signal.removeEventListener('abort', run.abort)
  }
}

function overrides({ invoke, signal }: RunStateDeps, { state }: Step, running: Running) {
  const task = async (input: unknown) => {
    // The interpreter would start the next retry of an aborted run.
    signal.throwIfAborted()
    const { name, event } = callOf(state, input)
    const result = await invoke(name, event)
    return JSON.parse(JSON.stringify(result ?? null))
  }
  return {
    taskResourceLocalHandlers: { [running.state]: task },
    waitTimeOverrides: { [running.state]: 0 },
  }
}

async function sleepUntil(
  { now, signal, longestSleepMs = 5000 }: RunStateDeps,
  due: number,
): Promise<void> {
  for (let left = due - now().getTime(); left > 0; left = due - now().getTime()) {
    await wait(Math.min(left, longestSleepMs), undefined, { signal })
  }
}

type Event = { type: string; state?: { name: string } }

async function lastEntered(events: AsyncIterable<Event>): Promise<string> {
  let last = ''
  for await (const { type, state } of events) {
    if (type === 'StateEntered' && state) last = state.name
  }
  return last
}
