import { useEffect, useRef, useState } from 'preact/hooks'
import type { Operations } from '../operations.ts'
import { address, keepInAddress } from '../router.ts'
import { call, follow, type OperationName } from './call.ts'
import { endOf, type WorkStep } from './follow-work.ts'
import { isTransient } from './is-transient.ts'
import type { Failure, Result } from './result.ts'
import { ownersOnly } from './role.ts'

type State<Output> = {
  isBusy: boolean
  failure?: Failure
  last?: Output
  steps: readonly WorkStep[]
}

export type BackgroundWork<Input, Output> = {
  isBusy: boolean
  failure: Failure | undefined
  /** The output of the latest one, also of one that had ended before a reload. */
  last: Output | undefined
  steps: readonly WorkStep[]
  /** Resolves when it has ended. A page that was left starts nothing. */
  start: (input: Input) => Promise<Result<Output>>
}

type Watched<Output> = {
  /** The record or the mode that it is about; by default the whole instance. */
  target?: string
  /** Whether the operator may start it, and so see what others started; by default if they are an owner. */
  isAllowed?: boolean
  /** Called when one ends while the page is open, whoever started it; not for one that had ended before. */
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
  const isOpen = useIsOpen()
  const onSteps = (steps: readonly WorkStep[]) => setState({ isBusy: true, steps })

  function show(result: Result<Output>): void {
    setState(({ steps }) =>
      result.kind === 'ok'
        ? { isBusy: false, steps, last: result.output }
        : { isBusy: false, steps, failure: result },
    )
  }

  async function until(ending: Promise<Result<Output>>): Promise<Result<Output>> {
    isBusy.current = true
    setState({ isBusy: true, steps: [] })
    const result = await ending
    isBusy.current = false
    show(result)
    if (isOpen.current) latest.current.onEnd?.(result)
    return result
  }

  const { target = '', isAllowed = ownersOnly() === undefined } = watched
  useEffect(() => {
    if (!isAllowed) return
    void findWork<Output>(name, target).then((found) => {
      if (found === null || isBusy.current || !isOpen.current) return
      onSteps(found.steps)
      if (found.ended) show(found.ended)
      else void until(follow<Output>(found.id, onSteps))
    })
  }, [name, target, isAllowed])

  const onStart = (id: string) => {
    if (isOpen.current) keepInAddress('work', `${name}.${id}`)
  }
  return {
    isBusy: state.isBusy,
    failure: state.failure,
    last: state.last,
    steps: state.steps,
    start: async (input) =>
      isOpen.current ? until(call(name, input, { onSteps, onStart })) : { kind: 'cancelled' },
  }
}

/** Whether the component is still on the page. */
function useIsOpen(): { readonly current: boolean } {
  const isOpen = useRef(true)
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
    }
  }, [])
  return isOpen
}

type Found<Output> = { id: string; steps: readonly WorkStep[]; ended: Result<Output> | null }

/** The work that the address names, also if it has ended; else the one that runs now. */
async function findWork<Output>(
  name: OperationName,
  target: string,
): Promise<Found<Output> | null> {
  const [named, namedId] = (address.peek().query.get('work') ?? '').split('.')
  const isNamed = named === name && namedId !== undefined
  const shown = await call('show-work', isNamed ? { id: namedId } : { latest: name, target })
  if (isNamed && shown.kind !== 'ok' && isTransient(shown))
    return { id: namedId, steps: [], ended: null }
  if (shown.kind !== 'ok') return null
  const { id, state, steps } = shown.output
  if (id === null || (!isNamed && state !== 'running')) return null
  return { id, steps, ended: endOf<Output>(shown.output) }
}
