import type { CheckoutView } from '../../../shared/merchant/checkout/wire/checkout.ts'

/** Without an amount, the payment that was seen is removed from the chain by a reorg. */
export type TestPayment = { label: string; leadsTo: string; amountBase: bigint | null }

/** Payments that lead to each status. Amounts are of the remaining money due. */
export function testPayments(view: CheckoutView, nowMs: number): TestPayment[] {
  return [...furtherPayments(view, nowMs), ...removals(view)]
}

function removals({ status, txHash, received }: CheckoutView): TestPayment[] {
  if (status !== 'detected' || !txHash || received.base === '0') return []
  const leadsTo = 'failed (after an hour)'
  return [{ label: 'Take it back', leadsTo, amountBase: null }]
}

function furtherPayments(view: CheckoutView, nowMs: number): TestPayment[] {
  const missing = BigInt(view.amount.base) - BigInt(view.received.base)
  if (missing <= 0n) return []
  const isLate = nowMs >= Date.parse(view.expiresAt)
  return [
    { label: 'Pay exactly', leadsTo: isLate ? 'paid_late' : 'paid', amountBase: missing },
    {
      label: 'Pay half',
      leadsTo: isLate ? 'expired' : 'underpaid',
      amountBase: missing / 2n || 1n,
    },
    {
      label: 'Pay 10% too much',
      leadsTo: isLate ? 'paid_late' : 'overpaid',
      amountBase: (missing * 11n) / 10n + 1n,
    },
  ]
}
