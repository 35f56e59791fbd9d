import type { VNode } from 'preact'
import { fill } from '../texts/template.ts'
import { text } from '../texts/text.ts'
import { QrCode } from './qr-code.tsx'

/** The QR code and how to use it. `amount` is what the customer must enter, with its unit. */
export function ScanBox({ address, amount }: { address: string; amount: string }): VNode {
  return (
    <section class="scan-box">
      <QrCode address={address} />
      <div>
        <h2>{text.send.qrTitle}</h2>
        <p>{fill(text.send.qrBody, { amount })}</p>
      </div>
    </section>
  )
}
