import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { repositoryRoot } from '../../infra/build/repository-root.ts'
import { loadMachine } from '../../infra/local/aws/step-functions/machine.ts'
import { runState } from '../../infra/local/aws/step-functions/run-state.ts'
import { waitDue } from '../../infra/local/aws/step-functions/wait-due.ts'
import type { MachineName } from '../../shared/kernel/operation/touches.ts'

type Walk = {
  /** Advances the clock to the end of a wait, which may be in the past. */
  passTo: (time: Date) => Promise<void>
  task: (functionName: string, payload: unknown) => Promise<unknown>
}

/** Runs an execution as Step Functions would. Returns each state that it entered, which AWS bills. */
export async function walkMachine(
  name: MachineName,
  input: object,
  { passTo, task }: Walk,
): Promise<string[]> {
  const text = await readFile(join(repositoryRoot, 'infra/machines', `${name}.asl.json`), 'utf8')
  const machine = loadMachine(name, text)
  const entered: string[] = []
  let [state, stateInput] = [machine.startAt, JSON.stringify(input)]
  let now = new Date(0)
  for (;;) {
    entered.push(state)
    const running = { status: 'RUNNING', state, stateInput, enteredAt: now.getTime() } as const
    const step = machine.step(state)
    if (step.state.Type === 'Wait') {
      now = new Date(await waitDue(step.state, running))
      await passTo(now)
    }
    const deps = { invoke: task, now: () => now, signal: new AbortController().signal }
    const outcome = await runState(deps, machine, running)
    if ('output' in outcome) return entered
    state = outcome.next
    stateInput = outcome.input
  }
}

export const taskInput = z.object({
  mode: z.literal('test'),
  sessionId: z.string(),
  waitUntil: z.iso.datetime(),
})
