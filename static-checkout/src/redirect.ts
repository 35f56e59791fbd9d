import { useEffect } from 'preact/hooks'
import { type Action, type State, secondsToRedirect, viewOf } from './state.ts'

/**
 * Returns whether this page has already redirected its customer. The mark is kept in the browser's history entry, so that
 * going back, or reloading after that, shows the receipt instead of redirecting again.
 */
export function hasRedirected(): boolean {
  const mark: unknown = history.state
  return typeof mark === 'object' && mark !== null && 'redirected' in mark
}

/** Redirects to the merchant's page when the countdown ends. */
export function useRedirect(state: State, dispatch: (action: Action) => void): void {
  const url = viewOf(state)?.successUrl
  const isDue = secondsToRedirect(state) === 0
  useEffect(() => {
    if (!isDue || !url) return
    history.replaceState({ redirected: true }, '')
    dispatch({ type: 'redirectStopped' })
    location.assign(url)
  }, [isDue, url])
}
