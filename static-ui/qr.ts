import { encode } from 'uqr'

/** Empty modules around the code, as the QR standard requires; scanners fail without them. */
export const quietZone = 4

/** Returns a QR code as one SVG path of 1 × 1 modules, and the side of its view box, including the quiet zone. */
export function qrPath(text: string): { path: string; side: number } {
  const { data, size } = encode(text, { ecc: 'M', border: 0 })
  const path = data.map((row, y) => rowPath(row, y + quietZone)).join('')
  return { path, side: size + 2 * quietZone }
}

/** Each run of dark modules becomes one rectangle, so that no hairlines appear between them. */
function rowPath(row: readonly boolean[], y: number): string {
  let path = ''
  for (let start = 0; start < row.length; start++) {
    if (!row[start]) continue
    let end = start
    while (row[end]) end++
    path += `M${start + quietZone} ${y}h${end - start}v1h${start - end}z`
    start = end
  }
  return path
}
