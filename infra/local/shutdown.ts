import { setTimeout as wait } from 'node:timers/promises'

/** The order of a shutdown: sources of work first, storage of results last. */
const stages = [
  'readiness',
  'triggers',
  'gateway',
  'machines',
  'functions',
  'chains',
  'services',
  'log',
  'lock',
] as const

type Stage = (typeof stages)[number]
type End = () => Promise<unknown> | unknown
type Step = { stage: Stage; end: End; force: End | undefined }

export type Shutdown = {
  /** Registers how to end what was just started, and how to force it if that fails or times out. */
  add: (stage: Stage, end: End, options?: { force?: End }) => void
  /** Ends everything, stage by stage, with a timeout for each step. Returns what failed or timed out. */
  run: () => Promise<string[]>
}

/** Collects how to end an instance while it starts. `stepMilliseconds` is the timeout of each step. */
export function createShutdown(stepMilliseconds: number): Shutdown {
  const steps: Step[] = []
  const runAll = async (): Promise<string[]> => {
    const problems: string[] = []
    for (const stage of stages) {
      const together = steps.filter((step) => step.stage === stage)
      const results = await Promise.all(together.map((step) => endStep(stepMilliseconds, step)))
      for (const problem of results) if (problem) problems.push(`${stage}: ${problem}`)
    }
    return problems
  }
  let running: Promise<string[]> | undefined
  return {
    add: (stage, end, { force } = {}) => steps.push({ stage, end, force }),
    run: () => {
      running ??= runAll()
      return running
    },
  }
}

async function endStep(milliseconds: number, { end, force }: Step): Promise<string | undefined> {
  const problem = await within(milliseconds, end)
  if (problem === undefined || !force) return problem
  const worse = await within(milliseconds, force)
  return worse ? `${problem}; ${worse}` : `${problem}; killed`
}

/** Returns undefined if `end` completes in time, otherwise what went wrong. */
async function within(milliseconds: number, end: End): Promise<string | undefined> {
  const bound = new AbortController()
  const late = wait(milliseconds, `still running after ${milliseconds} ms`, {
    signal: bound.signal,
  }).catch(() => undefined)
  const ended = startEnding(end).then(
    () => undefined,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  )
  const problem = await Promise.race([ended, late])
  bound.abort()
  return problem
}

/** Turns a synchronous error into a rejection. */
async function startEnding(end: End): Promise<void> {
  await end()
}
