import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import type { CheckoutView } from '../../../shared/merchant/checkout/wire/checkout.ts'
import { formatTime } from '../format.ts'
import './local-panel.css'
import { payFromTestWallet } from './pay-from-test-wallet.ts'
import { type TestPayment, testPayments } from './payments.ts'

/** For developers, on a local instance only, so it is English in every language. */
export function Panel({ view, nowMs }: { view: CheckoutView; nowMs: number }): VNode {
  const [outcome, setOutcome] = useState('')
  const [isPaying, setPaying] = useState(false)
  const pay = async (payment: TestPayment) => {
    setPaying(true)
    setOutcome('Sending the transaction')
    setOutcome(await payFromTestWallet(view, payment))
    setPaying(false)
  }
  const payments = testPayments(view, nowMs)
  return (
    <details class="local-panel" lang="en" dir="ltr" open>
      <summary>Test wallet of this local instance</summary>
      <ul>
        {payments.map((payment) => (
          <li key={payment.label}>
            <button
              type="button"
              class="button secondary"
              disabled={isPaying}
              onClick={() => void pay(payment)}
            >
              {payment.label}
            </button>
            <code>{payment.leadsTo}</code>
          </li>
        ))}
        {nowMs < Date.parse(view.expiresAt) && (
          <li>
            <span>Wait until {formatTime(view.expiresAt)}</span>
            <code>expired</code>
          </li>
        )}
      </ul>
      <p role="status">{outcome}</p>
    </details>
  )
}
