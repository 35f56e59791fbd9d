import type { CheckoutView } from '../../shared/checkout-sessions/wire/checkout.ts'
import { type CustomerStep, stepOf } from './customer-steps.ts'
import { type State, secondsUntil } from './state.ts'

/** The screen of a session: `pending` has several, every other status has one. */
export type SessionScreen = CustomerStep | 'time_up' | Exclude<CheckoutView['status'], 'pending'>

export function sessionScreen(view: CheckoutView, { nowMs, steps }: State): SessionScreen {
  if (view.status !== 'pending') return view.status
  return secondsUntil(view.expiresAt, nowMs) === 0 ? 'time_up' : stepOf(view, steps)
}

/** Returns the current screen. To a screen reader, a change is a new page. */
export function screenOf(state: State): SessionScreen | 'loading' | 'problem' {
  const { page } = state
  return page.kind === 'session' ? sessionScreen(page.view, state) : page.kind
}
