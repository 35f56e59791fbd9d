import type { VNode } from 'preact'
import { useMemo } from 'preact/hooks'
import { qrPath } from '../qr.ts'
import { text } from '../texts/text.ts'

/**
 * The plain address as a QR code, black on white in every color scheme. It isn't a payment URI: wallets that read only the
 * URI's target would send tokens to the token's contract.
 */
export function QrCode({ address }: { address: string }): VNode {
  const { path, side } = useMemo(() => qrPath(address), [address])
  return (
    <svg
      class="qr"
      viewBox={`0 0 ${side} ${side}`}
      role="img"
      aria-label={text.send.qrLabel}
      shape-rendering="crispEdges"
    >
      <path class="light" d={`M0 0h${side}v${side}h-${side}z`} />
      <path class="dark" d={path} />
    </svg>
  )
}
