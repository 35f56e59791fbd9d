import { ServiceError } from '../../kernel/errors.ts'
import type { CheckoutSession } from '../../payments/checkout-sessions/rules/checkout-session.ts'

/** The error if something changed while an operator decided about it. */
export function settlementConflict({ id }: CheckoutSession): ServiceError {
  const message = `Session ${id} or one of its deposits changed at the same time, so nothing was done. Show the session and try again.`
  return new ServiceError('state_changed', message)
}
