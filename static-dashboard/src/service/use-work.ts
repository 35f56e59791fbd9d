import { useEffect, useRef, useState } from 'preact/hooks'
import type { Operations } from '../operations.ts'
import { address, keepInAddress } from '../router.ts'
import { call, type Failure, follow, type OperationName, type Result } from './call.ts'
import type { WorkStep } from './follow-work.ts'

type State<Output> = {
  isBusy: boolean
  failure?: Failure
  last?: Output
  steps: readonly WorkStep[]
}

export type BackgroundWork<Input, Output> = {
  isBusy: boolean
  failure: Failure | undefined
  /** The output of the latest one, if it had one. */
  last: Output | undefined
  steps: readonly WorkStep[]
  start: (input: Input) => Promise<void>
}

type Watched<Output> = {
  /** The record that it is about; by default the whole instance. */
  target?: string
  /** Whether the operator may start it, and so see what others started. */
  isAllowed: boolean
  onEnd?: (result: Result<Output>) => void
}

const idle = { isBusy: false, steps: [] } as const

/**
 * An operation that runs in the background. Its id is in the address, so a reload continues with it, and so does whoever
 * opens the page while it runs.
 */
export function useWork<Name extends OperationName>(
  name: Name,
  watched: Watched<Operations[Name]['output']>,
): BackgroundWork<Operations[Name]['input'], Operations[Name]['output']> {
  type Output = Operations[Name]['output']
  const [state, setState] = useState<State<Output>>(idle)
  const latest = useRef(watched)
  latest.current = watched
  const isBusy = useRef(false)
  const onSteps = (steps: readonly WorkStep[]) => setState({ isBusy: true, steps })

  async function until(ending: Promise<Result<Output>>, isResumed = false): Promise<void> {
    isBusy.current = true
    setState({ isBusy: true, steps: [] })
    const result = await ending
    isBusy.current = false
    if (isResumed && isForgotten(result)) return setState(idle)
    setState(({ steps }) =>
      result.kind === 'ok'
        ? { isBusy: false, steps, last: result.output }
        : { isBusy: false, steps, failure: result },
    )
    latest.current.onEnd?.(result)
  }

  const { target = '', isAllowed } = watched
  useEffect(() => {
    if (!isAllowed) return
    void idToFollow(name, target).then((id) => {
      if (id !== null && !isBusy.current) void until(follow<Output>(id, onSteps), true)
    })
  }, [name, target, isAllowed])

  const onStart = (id: string) => keepInAddress('work', `${name}.${id}`)
  return {
    ...{ isBusy: state.isBusy, failure: state.failure, last: state.last, steps: state.steps },
    start: (input) => until(call(name, input, { onSteps, onStart })),
  }
}

/** After a day, or of another role. */
function isForgotten(result: Result<unknown>): boolean {
  return result.kind === 'rejected' && result.code === 'resource_not_found'
}

/** What the address names, also if it has ended; else what runs now. */
async function idToFollow(name: OperationName, target: string): Promise<string | null> {
  const [named, id] = (address.peek().query.get('work') ?? '').split('.')
  if (named === name && id) return id
  const found = await call('show-work', { latest: name, target })
  return found.kind === 'ok' && found.output.state === 'running' ? found.output.id : null
}
