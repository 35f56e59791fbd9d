import { useEffect, useState } from 'preact/hooks'
import { mode } from '../router.ts'
import { call } from '../service/call.ts'
import type { Failure, Result } from '../service/result.ts'
import { loadStatusWords, type SearchResult } from './palette-entries.ts'

/** Pause in typing before the service is asked. */
const pauseMs = 200

/** Shorter ones are the beginning of a page's name. */
const minimum = 3

/** Longer ones are nothing that could be found. */
const maximum = 500

type Found = { results: readonly SearchResult[] }

type Search = Found & { isSearching: boolean; failure?: Failure }

const nothing: Search = { results: [], isSearching: false }

/** Results of the service for the typed text. A response to an earlier query is never shown. */
export function useSearch(typed: string): Search {
  const query = typed.trim()
  const isAsked = query.length >= minimum && query.length <= maximum
  const [state, setState] = useState({ query: '', found: nothing })
  useEffect(() => {
    if (!isAsked) return
    const controller = new AbortController()
    const timer = window.setTimeout(async () => {
      const { signal } = controller
      const result = await searched(query, signal)
      if (signal.aborted) return
      const found = result.kind === 'ok' ? result.output : { results: [], failure: result }
      setState({ query, found: { ...found, isSearching: false } })
    }, pauseMs)
    return () => {
      window.clearTimeout(timer)
      controller.abort()
    }
  }, [query])
  if (!isAsked) return nothing
  return state.query === query ? state.found : { results: [], isSearching: true }
}

/** Resolves once the texts for all results are loaded. */
async function searched(query: string, signal: AbortSignal): Promise<Result<Found>> {
  const result = await call('search', { mode: mode.peek(), query }, { signal })
  if (result.kind !== 'ok') return result
  return loadStatusWords(result.output.results).then(
    () => result,
    () => ({ kind: 'unreachable' }),
  )
}
