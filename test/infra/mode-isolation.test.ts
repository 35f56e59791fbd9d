import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { planConcurrency } from '../../infra/aws/concurrency-plan.ts'
import { repositoryRoot } from '../../infra/build/repository-root.ts'
import { loadMachine } from '../../infra/local/aws/step-functions/machine.ts'
import { runState } from '../../infra/local/aws/step-functions/run-state.ts'
import type { Mode } from '../../shared/kernel/mode.ts'
import { machineNames } from '../../shared/kernel/operation/touches.ts'

/** The function that an execution's task invokes, as Step Functions evaluates the deployed file. */
async function invokedBy(machineName: string, mode: Mode): Promise<string> {
  const path = join(repositoryRoot, 'infra/machines', `${machineName}.asl.json`)
  const machine = loadMachine(machineName, await readFile(path, 'utf8'))
  const input = { mode, sessionId: 'cs_1', lap: 0, waitUntil: '2026-01-01T00:00:00.000Z' }
  const now = () => new Date('2026-03-01T12:00:00Z')
  const signal = new AbortController().signal
  const called: string[] = []
  let at = { state: machine.startAt, stateInput: JSON.stringify(input) }
  for (;;) {
    const running = { status: 'RUNNING', ...at, enteredAt: now().getTime() } as const
    const invoke = async (name: string) => void called.push(name)
    const outcome = await runState({ invoke, now, signal }, machine, running)
    if ('output' in outcome) break
    at = { state: outcome.next, stateInput: outcome.input }
  }
  expect(called).toHaveLength(1)
  return called[0] ?? ''
}

type Timer = { functionName: string; mode: Mode }

/**
 * Lambda's reservations, and Step Functions' retries of what they throttle, in virtual time: every run takes a second, and
 * a throttled one is repeated after 5 s, 10 s, 20 s, … Returns when each run of a mode began, within the first minute.
 */
function startsOf(timers: readonly Timer[], reserved: Readonly<Record<string, number>>) {
  const starts: Record<Mode, number[]> = { live: [], test: [] }
  let waiting = timers.map((timer) => ({ ...timer, at: 0, delay: 5 }))
  for (let second = 0; second < 60; second++) {
    const free = { ...reserved }
    waiting = waiting.flatMap((each) => {
      if (each.at > second) return [each]
      const left = free[each.functionName] ?? 0
      free[each.functionName] = left - 1
      if (left <= 0) return [{ ...each, at: second + each.delay, delay: each.delay * 2 }]
      starts[each.mode].push(second)
      return []
    })
  }
  return starts
}

it.each(machineNames)('10,000 of test mode’s %s at once delay none of live mode', async (name) => {
  const [live, test] = await Promise.all([invokedBy(name, 'live'), invokedBy(name, 'test')])
  for (const quota of [300, 1000, 5000]) {
    const { reserved } = planConcurrency(quota)
    const timers = (functionName: string, mode: Mode, count: number) =>
      Array.from({ length: count }, () => ({ functionName, mode }))
    const attack = timers(test, 'test', 10_000)
    const starts = startsOf([...attack, ...timers(live, 'live', 16)], reserved)
    expect(starts.live).toEqual(Array.from({ length: 16 }, () => 0))
    // The attack does exceed its own limit.
    expect(starts.test.length).toBeLessThan(5_000)
  }
})
