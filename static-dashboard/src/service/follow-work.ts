import type { Operations } from '../operations.ts'
import type { Result } from './call.ts'

type ShownWork = Operations['show-work']['output']

/** One step of an operation that runs in the background. */
export type WorkStep = ShownWork['steps'][number]

export type ShowSteps = (steps: readonly WorkStep[]) => void

const pauseMs = 1_000
/** For so long, a lost connection is only a pause: the work continues without the page. */
const lostTimes = 30

/** The id in the response of an operation that has only been started. */
export function workIdIn(output: unknown): string | undefined {
  if (typeof output !== 'object' || output === null || !('workId' in output)) return undefined
  return typeof output.workId === 'string' ? output.workId : undefined
}

/** Waits until the work has ended, and returns its result. */
export async function followWork(
  show: () => Promise<Result<ShownWork>>,
  onSteps: ShowSteps,
): Promise<Result<unknown>> {
  for (let lost = 0; lost < lostTimes; ) {
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
    const shown = await show()
    if (shown.kind === 'unreachable') {
      lost += 1
      continue
    }
    if (shown.kind !== 'ok') return shown
    lost = 0
    const { state, steps, result, error } = shown.output
    onSteps(steps)
    if (error) return { kind: 'rejected', ...error }
    if (state === 'done') return { kind: 'ok', output: result }
  }
  return { kind: 'unreachable' }
}
