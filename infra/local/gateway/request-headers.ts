import { isIP } from 'node:net'

/** A request's header lines, in their original order. */
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

/** Returns whether a header applies to a single connection and is never forwarded. */
export function isHopByHop(name: string): boolean {
  return hopByHop.has(name.toLowerCase())
}

/** Converts Node's flat list of names and values to lines. */
export function headerLines(rawHeaders: readonly string[]): HeaderLine[] {
  return rawHeaders.flatMap((name, index) =>
    index % 2 === 0 ? [[name, rawHeaders[index + 1] ?? ''] as const] : [],
  )
}

export type Viewer = { address: string }

const ours = new Set(['x-forwarded-for', 'x-viewer-address', 'x-viewer-host'])

/**
 * Returns the headers that the origin receives from CloudFront and API Gateway. The viewer can't set the headers that
 * describe the viewer.
 */
export function forwardedHeaders(lines: readonly HeaderLine[], viewer: Viewer): HeaderLine[] {
  const named = connectionHeaders(lines)
  const kept = lines.filter(([name]) => {
    const lower = name.toLowerCase()
    return !ours.has(lower) && !isHopByHop(lower) && !named.has(lower)
  })
  const host = lines.find(([name]) => name.toLowerCase() === 'host')?.[1] ?? ''
  const before = lines.filter(([name]) => name.toLowerCase() === 'x-forwarded-for')
  const forwardedFor = [...before.map(([, value]) => value), viewer.address].join(', ')
  return [
    ...kept,
    ['X-Forwarded-For', forwardedFor],
    ['X-Viewer-Address', viewer.address],
    ['X-Viewer-Host', host],
  ]
}

/** Returns the header names that the `Connection` header limits to this connection. */
function connectionHeaders(lines: readonly HeaderLine[]): Set<string> {
  const values = lines.filter(([name]) => name.toLowerCase() === 'connection')
  const names = values.flatMap(([, value]) => value.split(','))
  return new Set(names.map((name) => name.trim().toLowerCase()))
}

/**
 * The address of the visitor: that of the connection, or what a proxy that is trusted says of its own. Each proxy appends
 * whom it was called by, so the last one that isn't trusted called us first.
 */
export function viewerAddress(
  connected: string,
  lines: readonly HeaderLine[],
  trustedProxies: readonly string[],
): string {
  const forwarded = lines
    .filter(([name]) => name.toLowerCase() === 'x-forwarded-for')
    .flatMap(([, value]) => value.split(',').map((one) => plainAddress(one.trim())))
  const way = [...forwarded, plainAddress(connected)]
  const last = way.findLastIndex((address) => !trustedProxies.includes(address))
  const address = way[Math.max(last, 0)] ?? ''
  return isIP(address) ? address : plainAddress(connected)
}

/** Returns a socket's address without the prefix of an IPv4-mapped IPv6 address. */
export function plainAddress(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/, '')
}
