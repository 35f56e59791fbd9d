import type { CheckoutView } from '../../../shared/checkout-sessions/wire/checkout.ts'

export type TestPayment = { label: string; leadsTo: string; amountBase: bigint }

/** Payments that lead to each status. Amounts are of what is still missing. */
export function testPayments(view: CheckoutView, nowMs: number): TestPayment[] {
  const missing = BigInt(view.amount.base) - BigInt(view.received.base)
  if (missing <= 0n) return []
  const isLate = nowMs >= Date.parse(view.expiresAt)
  return [
    { label: 'Pay exactly', leadsTo: isLate ? 'paid_late' : 'paid', amountBase: missing },
    {
      label: 'Pay half',
      leadsTo: isLate ? 'expired, with an unmatched deposit' : 'underpaid',
      amountBase: missing / 2n || 1n,
    },
    {
      label: 'Pay 10 % too much',
      leadsTo: isLate ? 'paid_late' : 'overpaid',
      amountBase: (missing * 11n) / 10n + 1n,
    },
  ]
}
