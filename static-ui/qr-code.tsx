import type { VNode } from 'preact'
import { useMemo } from 'preact/hooks'
import { useModule } from './use-module.ts'

/** A QR code, black on white in every color scheme. Its place is kept while the encoder is loading. */
export function QrCode({ content, label }: { content: string; label: string }): VNode {
  const encoder = useModule(() => import('./qr.ts'))
  const code = useMemo(() => encoder?.qrPath(content), [encoder, content])
  const side = code?.side ?? 1
  return (
    <svg
      class="qr"
      viewBox={`0 0 ${side} ${side}`}
      role="img"
      aria-label={label}
      shape-rendering="crispEdges"
    >
      <path class="light" d={`M0 0h${side}v${side}h-${side}z`} />
      {code && <path class="dark" d={code.path} />}
    </svg>
  )
}
