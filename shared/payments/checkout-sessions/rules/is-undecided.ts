import type { CheckoutSession } from './checkout-session.ts'

/** Whether it closed with too little or too much, and nobody has accepted or dismissed that. */
export function isUndecided({
  status,
  closedAt,
  settlement,
}: Pick<CheckoutSession, 'status' | 'closedAt' | 'settlement'>): boolean {
  const isWrong = status === 'underpaid' || status === 'overpaid'
  return isWrong && closedAt !== null && settlement === null
}
