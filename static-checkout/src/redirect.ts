import { useEffect } from 'preact/hooks'
import { type Action, type State, secondsToRedirect, viewOf } from './state.ts'

/** Redirects to the merchant's page when the countdown ends. */
export function useRedirect(state: State, dispatch: (action: Action) => void): void {
  const url = viewOf(state)?.successUrl
  const isDue = secondsToRedirect(state) === 0
  useEffect(() => {
    if (!isDue || !url) return
    // A browser that keeps the page shows the receipt to the customer who comes back.
    dispatch({ type: 'redirectStopped' })
    location.assign(url)
  }, [isDue, url])
}
