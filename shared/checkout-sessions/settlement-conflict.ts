import { ServiceError } from '../kernel/errors.ts'
import type { CheckoutSession } from './rules/checkout-session.ts'

/** The refusal if somebody else changed what an operator decides about. */
export function settlementConflict({ id }: CheckoutSession): ServiceError {
  const message = `Session ${id} or one of its deposits changed at the same time. Nothing was done. Show the session and try again.`
  return new ServiceError('state_changed', message)
}
