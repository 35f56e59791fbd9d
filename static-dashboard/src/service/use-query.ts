import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import type { Operations } from '../operations.ts'
import { call, type OperationName } from './call.ts'
import { isTransient } from './is-transient.ts'
import type { Failure } from './result.ts'

/** The state of an operation that reads. Earlier data stays while it is loaded again, or can't be. */
export type Query<Output> = {
  data: Output | undefined
  failure: Failure | undefined
  isLoading: boolean
  reload: () => Promise<void>
}

const retryMs = 5_000
/** A service that is not reached is retried without end; one that fails is not kept busy. */
const mostRetries = 3

type State = { key: string; failure?: Failure; isLoading: boolean; retries: number }

/** The latest outputs, so that a page that was open before is shown at once. */
const known = new Map<string, unknown>()

function isKnown<Output>(value: unknown): value is Output | undefined {
  return value === undefined || typeof value === 'object'
}

export function useQuery<Name extends OperationName>(
  name: Name,
  input: Operations[Name]['input'],
): Query<Operations[Name]['output']> {
  type Output = Operations[Name]['output']
  const key = `${name} ${JSON.stringify(input)}`
  const earlier = known.get(key)
  const [state, setState] = useState<State>({ key, isLoading: true, retries: 0 })
  const latest = useRef(key)
  latest.current = key

  const load = async (before: Pick<State, 'failure' | 'retries'>) => {
    setState({ key, ...before, isLoading: true })
    const result = await call(name, input)
    if (result.kind === 'ok') known.set(key, result.output)
    if (latest.current !== key) return
    const after = { key, isLoading: false, retries: before.retries }
    setState(result.kind === 'ok' ? after : { ...after, failure: result })
  }
  const reload = useCallback(() => load({ retries: 0 }), [key])

  useEffect(() => {
    void reload()
  }, [key])
  useEffect(() => {
    const { failure, isLoading, retries } = state
    if (isLoading || !failure || !isTransient(failure)) return
    if (failure.kind === 'rejected' && retries === mostRetries) return
    const again = () => void load({ failure, retries: retries + 1 })
    const timer = window.setTimeout(again, retryMs)
    window.addEventListener('online', again)
    return () => {
      window.clearTimeout(timer)
      window.removeEventListener('online', again)
    }
  }, [state])

  const isCurrent = state.key === key
  return {
    data: isKnown<Output>(earlier) ? earlier : undefined,
    failure: isCurrent ? state.failure : undefined,
    isLoading: isCurrent ? state.isLoading : true,
    reload,
  }
}
