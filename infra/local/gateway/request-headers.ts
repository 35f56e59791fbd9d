/** A request's header lines in the order in which they came. */
export type HeaderLine = readonly [name: string, value: string]

const hopByHop = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/** Whether a header belongs to one connection and is never passed on. */
export function isHopByHop(name: string): boolean {
  return hopByHop.has(name.toLowerCase())
}

/** Node's flat list of names and values, as lines. */
export function headerLines(rawHeaders: readonly string[]): HeaderLine[] {
  return rawHeaders.flatMap((name, index) =>
    index % 2 === 0 ? [[name, rawHeaders[index + 1] ?? ''] as const] : [],
  )
}

export type Viewer = { address: string; port: number }

const ours = new Set(['x-forwarded-for', 'x-viewer-address'])

/**
 * The headers as the origin behind CloudFront and API Gateway gets them. What is said there of the viewer can't be said
 * by the viewer.
 */
export function forwardedHeaders(lines: readonly HeaderLine[], viewer: Viewer): HeaderLine[] {
  const named = connectionHeaders(lines)
  const kept = lines.filter(([name]) => {
    const lower = name.toLowerCase()
    return !ours.has(lower) && !isHopByHop(lower) && !named.has(lower)
  })
  const before = lines.filter(([name]) => name.toLowerCase() === 'x-forwarded-for')
  const forwardedFor = [...before.map(([, value]) => value), viewer.address].join(', ')
  return [
    ...kept,
    ['X-Forwarded-For', forwardedFor],
    ['X-Viewer-Address', `${viewer.address}:${viewer.port}`],
  ]
}

/** Header names that the `Connection` header declares to be of this connection only. */
function connectionHeaders(lines: readonly HeaderLine[]): Set<string> {
  const values = lines.filter(([name]) => name.toLowerCase() === 'connection')
  const names = values.flatMap(([, value]) => value.split(','))
  return new Set(names.map((name) => name.trim().toLowerCase()))
}

/** A socket's address without the prefix of an IPv4 address in an IPv6 one. */
export function plainAddress(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/, '')
}
