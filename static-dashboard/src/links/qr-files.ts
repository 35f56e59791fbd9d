type Code = { path: string; side: number }

/** A QR code as a file of its own, black on white. */
export function svgOf({ path, side }: Code): Blob {
  const box = `viewBox="0 0 ${side} ${side}" width="${side * 8}" height="${side * 8}"`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" ${box} shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${side}v${side}H0z"/><path d="${path}"/></svg>\n`
  return new Blob([svg], { type: 'image/svg+xml' })
}

/** Sharp on paper: 300 dots per inch at 8 cm. */
const leastPixels = 960

/** The QR code as an image, in whole pixels for each module. */
export async function drawPng({ path, side }: Code): Promise<Blob | null> {
  const scale = Math.ceil(leastPixels / side)
  const canvas = document.createElement('canvas')
  canvas.width = side * scale
  canvas.height = side * scale
  const context = canvas.getContext('2d')
  if (!context) return null
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.scale(scale, scale)
  context.fillStyle = '#000'
  context.fill(new Path2D(path))
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'))
}
