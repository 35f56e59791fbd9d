import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { fill } from '../../../shared/kernel/template.ts'
import type { CheckoutView } from '../../../shared/merchant/checkout/wire/checkout.ts'
import { paymentUri } from '../../../shared/payments/checkout-sessions/rules/payment-uri.ts'
import { QrCode } from '../../../static-ui/qr-code.tsx'
import { formatAmount } from '../format.ts'
import type { Amount } from '../money.ts'
import { payText } from '../texts/pay/pay-text.ts'

/**
 * The QR code and how to use it. It is the plain address unless the customer wants more: wallets that read only a part of
 * a payment URI would send tokens to the token's contract.
 */
export function ScanBox({ view, due }: { view: CheckoutView; due: Amount }): VNode {
  const [isFull, setFull] = useState(false)
  const amount = formatAmount(due, view)
  return (
    <section class="scan-box">
      <QrCode
        content={isFull ? paymentUri({ ...view, amountBase: due.base }) : view.address}
        label={isFull ? payText.send.qrLabelFull : payText.send.qrLabel}
      />
      <div>
        <h2>{payText.send.qrTitle}</h2>
        <p>{isFull ? payText.send.qrFullBody : fill(payText.send.qrBody, { amount })}</p>
        <button type="button" class="plain" onClick={() => setFull(!isFull)}>
          {isFull ? payText.send.qrPlain : payText.send.qrFull}
        </button>
      </div>
    </section>
  )
}
