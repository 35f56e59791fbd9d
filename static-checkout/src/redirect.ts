import { useEffect } from 'preact/hooks'
import { type Action, type State, secondsToRedirect, viewOf } from './state.ts'

/**
 * Whether this page already sent its customer on. The mark stays with the entry of the browser's history, so that
 * coming back, or reloading then, shows the receipt instead of sending them away again.
 */
export function hasRedirected(): boolean {
  const mark: unknown = history.state
  return typeof mark === 'object' && mark !== null && 'redirected' in mark
}

/** Leaves for the merchant's page when the countdown is over. */
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
