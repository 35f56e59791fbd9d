import { useEffect } from 'preact/hooks'
import { isFulfillable } from '../../shared/payments/checkout-sessions/rules/checkout-session.ts'
import { noteVisit } from './earlier-visit.ts'
import { type Action, type State, secondsToRedirect, viewOf } from './state.ts'

export function useRedirect(state: State, dispatch: (action: Action) => void): void {
  const view = viewOf(state)
  const url = view?.successUrl
  const isDue = secondsToRedirect(state) === 0
  const isCounting = state.redirect.kind === 'counting'
  useEffect(() => {
    if (!view) return
    if (!isFulfillable(view.status)) noteVisit(view.id, 'unpaid')
    else if (!isCounting) noteVisit(view.id, 'receipt')
  }, [view?.id, view?.status, isCounting])
  useEffect(() => {
    if (!isDue || !url) return
    noteVisit(view.id, 'receipt')
    // A browser that keeps the page shows the receipt to the customer who comes back.
    dispatch({ type: 'redirectStopped' })
    location.assign(url)
  }, [isDue, url])
}
