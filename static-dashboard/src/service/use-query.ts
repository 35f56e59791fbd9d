import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import type { Operations } from '../operations.ts'
import { call, type Failure, type OperationName } from './call.ts'

/** What a page shows of an operation that reads. Earlier data stays while it is loaded again, or can't be. */
export type Query<Output> = {
  data: Output | undefined
  failure: Failure | undefined
  isLoading: boolean
  reload: () => Promise<void>
}

const retryMs = 5_000

/** The latest outputs, so that a page that was open before is shown at once. */
const known = new Map<string, unknown>()

function isKnown<Output>(value: unknown): value is Output | undefined {
  return value === undefined || typeof value === 'object'
}

/** Forgets everything, when somebody else may be signed in. */
export function forgetQueries(): void {
  known.clear()
}

export function useQuery<Name extends OperationName>(
  name: Name,
  input: Operations[Name]['input'],
): Query<Operations[Name]['output']> {
  type Output = Operations[Name]['output']
  const key = `${name} ${JSON.stringify(input)}`
  const earlier = known.get(key)
  const [state, setState] = useState<{ key: string; failure?: Failure; isLoading: boolean }>({
    key,
    isLoading: true,
  })
  const latest = useRef(key)
  latest.current = key

  const reload = useCallback(async () => {
    setState({ key, isLoading: true })
    const result = await call(name, input)
    if (result.kind === 'ok') known.set(key, result.output)
    if (latest.current !== key) return
    setState(
      result.kind === 'ok' ? { key, isLoading: false } : { key, failure: result, isLoading: false },
    )
  }, [key])

  useEffect(() => {
    void reload()
  }, [key])
  const isUnreachable = state.failure?.kind === 'unreachable'
  useEffect(() => {
    if (!isUnreachable) return
    const timer = window.setTimeout(() => void reload(), retryMs)
    window.addEventListener('online', reload)
    return () => {
      window.clearTimeout(timer)
      window.removeEventListener('online', reload)
    }
  }, [isUnreachable, state])

  const isCurrent = state.key === key
  return {
    data: isKnown<Output>(earlier) ? earlier : undefined,
    failure: isCurrent ? state.failure : undefined,
    isLoading: isCurrent ? state.isLoading : true,
    reload,
  }
}
