import { randomUUID } from 'node:crypto'

type Deps = {
  invoke: (functionName: string, event: unknown) => Promise<unknown>
  now: () => Date
}

type Schedule = {
  functionName: string
  everySeconds: number
  alsoAtStart: boolean
  /** Replaces EventBridge's own event. */
  event?: unknown
  /** The longest time between reads of the clock, if it can be moved. */
  longestSleepMs?: number | undefined
}

export type RunningSchedule = { stop: () => Promise<void> }

/**
 * Invokes a function at a fixed rate, like EventBridge, but never while its previous run is in progress, and only once
 * for all runs that a jump of the clock has skipped.
 */
export function runSchedule({ invoke, now }: Deps, schedule: Schedule): RunningSchedule {
  const {
    functionName,
    everySeconds,
    alsoAtStart,
    event,
    longestSleepMs = Number.POSITIVE_INFINITY,
  } = schedule
  const everyMs = everySeconds * 1000
  let running: Promise<unknown> | undefined
  const run = () => {
    running = invoke(functionName, event ?? scheduledEvent(functionName, now())).finally(() => {
      running = undefined
    })
  }
  let dueMs = now().getTime() + everyMs
  const runIfDue = () => {
    // If time was moved during a run, the next one is due as soon as it has ended.
    if (running || (longestSleepMs < everyMs && now().getTime() < dueMs)) return
    dueMs = now().getTime() + everyMs
    run()
  }
  if (alsoAtStart) run()
  const timer = setInterval(runIfDue, Math.min(everyMs, longestSleepMs))
  return {
    stop: async () => {
      clearInterval(timer)
      await running
    },
  }
}

function scheduledEvent(functionName: string, at: Date) {
  return {
    version: '0',
    id: randomUUID(),
    'detail-type': 'Scheduled Event',
    source: 'aws.scheduler',
    account: '000000000000',
    time: at.toISOString(),
    region: 'us-east-1',
    resources: [`arn:aws:scheduler:us-east-1:000000000000:schedule/default/${functionName}`],
    detail: {},
  }
}
