import type { CheckoutSession } from '../../payments/checkout-sessions/rules/checkout-session.ts'
import { refusePayment } from './rules/payment-refusals.ts'

/** The error if something changed while an operator decided about it. */
export const settlementConflict = ({ id }: CheckoutSession) =>
  refusePayment('settled_meanwhile', { id })
