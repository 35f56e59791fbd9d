import type { CheckoutView } from '../../shared/merchant/checkout/wire/checkout.ts'
import { type CustomerStep, isSent, stepOf } from './customer-steps.ts'
import { isConfirming } from './money.ts'
import { type State, secondsUntil } from './state.ts'

/** The screen of a session: by its status, and by what of the money is still on its way. */
export type SessionScreen =
  | CustomerStep
  | 'time_up'
  | 'idle'
  | Exclude<CheckoutView['status'], 'pending'>

/** All screens after the choice of a coin. */
export type PaymentScreen = Exclude<SessionScreen, 'details' | 'coin'>

export function sessionScreen(view: CheckoutView, { nowMs, steps }: State): SessionScreen {
  const isOver = secondsUntil(view.expiresAt, nowMs) === 0
  if (isConfirming(view)) return 'detected'
  if (view.status === 'pending') return pendingScreen(view, { isOver, steps })
  if (view.status !== 'expired' && view.status !== 'underpaid') return view.status
  if (!view.closed && isSent(view, steps)) return 'sent'
  if (view.status === 'underpaid') return 'underpaid'
  if (awaitsProvider(view, nowMs)) return 'provider'
  if (view.provisional && view.received.base === '0') return 'idle'
  // Late, and not enough: what is missing matters, not that the price has expired.
  return view.received.base === '0' ? 'expired' : 'underpaid'
}

function pendingScreen(
  view: CheckoutView,
  { isOver, steps }: { isOver: boolean; steps: State['steps'] },
): SessionScreen {
  const step = stepOf(view, steps)
  if (!isOver || step === 'sent' || step === 'provider') return step
  // The session waits for the provider longer than any price is held: choosing a coin locks a new one.
  if (view.provider && step !== 'details') return 'coin'
  return view.provisional ? 'idle' : 'time_up'
}

/** Whether a provider may still confirm a payment, though the price in coins has expired. */
function awaitsProvider(view: CheckoutView, nowMs: number): boolean {
  const { provider } = view
  return provider !== null && !provider.hasPaid && secondsUntil(provider.lateUntil, nowMs) > 0
}

/** Returns the current screen. To a screen reader, a change is a new page. */
export function screenOf(state: State): SessionScreen | 'loading' | 'problem' | 'unfinished' {
  const { page } = state
  return page.kind === 'session' ? sessionScreen(page.view, state) : page.kind
}
