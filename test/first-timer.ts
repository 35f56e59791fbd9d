import type { SideNote } from '../shared/kernel/operation/side-note.ts'
import type { CheckoutSession } from '../shared/payments/checkout-sessions/rules/checkout-session.ts'

/** Sessions' first timers, of which `start` learns. They fail the request if they can't be started. */
export function firstTimerOf(start: (session: CheckoutSession, at: Date) => unknown = () => {}) {
  return (session: CheckoutSession, at: Date): SideNote => ({
    of: 'session timer',
    write: async () => void start(session, at),
    onFailed: (error) => {
      throw error
    },
  })
}
