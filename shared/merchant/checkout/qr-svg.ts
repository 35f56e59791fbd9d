import { encode } from 'uqr'
import { type Html, html } from '../../http/html.ts'

/** Empty modules around the code; scanners fail without them. */
const quietZone = 4

/** A QR code as an image of black and white modules. */
export function qrSvg(text: string, label: string): Html {
  const { data, size } = encode(text, { ecc: 'M', border: quietZone })
  const modules = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  )
  return html`<svg role="img" aria-label="${label}" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path class="light" d="M0 0h${size}v${size}h-${size}z"/><path class="dark" d="${modules.join('')}"/></svg>`
}
