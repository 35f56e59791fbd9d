import type { Operations } from '../operations.ts'
import { isTransient } from './is-transient.ts'
import type { Result } from './result.ts'

export type ShownWork = Operations['show-work']['output']

export type WorkStep = ShownWork['steps'][number]

export type ShowSteps = (steps: readonly WorkStep[]) => void

const pauseMs = 1_000
/** This many lost responses in a row are only a pause: the work continues without the page. */
const lostTimes = 30

/** The id in the response of an operation that has only been started. */
export function workIdIn(output: unknown): string | undefined {
  if (typeof output !== 'object' || output === null || !('workId' in output)) return undefined
  return typeof output.workId === 'string' ? output.workId : undefined
}

/** Waits until the work has ended, and returns its result. */
export async function followWork<Output>(
  show: () => Promise<Result<ShownWork>>,
  onSteps: ShowSteps,
): Promise<Result<Output>> {
  for (let lost = 0; lost < lostTimes; ) {
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
    const shown = await show()
    if (shown.kind !== 'ok') {
      if (!isTransient(shown)) return shown
      lost += 1
      continue
    }
    lost = 0
    onSteps(shown.output.steps)
    const end = endOf<Output>(shown.output)
    if (end) return end
  }
  return { kind: 'unreachable' }
}

/** Its result, or null while it runs. */
export function endOf<Output>({ state, result, error }: ShownWork): Result<Output> | null {
  if (error) return { kind: 'rejected', ...error }
  return state === 'done' ? { kind: 'ok', output: result } : null
}
