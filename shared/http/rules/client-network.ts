/**
 * What a limit per client counts: an IPv4 address, or the /64 of an IPv6 address, because one connection has a whole
 * /64. Accepts CloudFront's viewer address (address and port, IPv6 without brackets) or a bare IPv4 address.
 */
export function clientNetwork(viewerAddress: string): string {
  const host = withoutPort(viewerAddress.trim())
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(host)
  if (mapped?.[1]) return mapped[1]
  return host.includes(':') ? `${ipv6Groups(host).slice(0, 4).join(':')}::/64` : host
}

/** CloudFront always appends the port, so the part after the last colon is never the address. */
function withoutPort(viewerAddress: string): string {
  const bracketed = /^\[(.+)\](?::\d+)?$/.exec(viewerAddress)
  if (bracketed?.[1]) return bracketed[1]
  return viewerAddress.replace(/:\d+$/, '')
}

function ipv6Groups(address: string): string[] {
  const [head = '', tail] = address.toLowerCase().split('::')
  const before = head.split(':').filter(Boolean)
  const after = (tail ?? '').split(':').filter(Boolean)
  const zeros = Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0')
  return [...before, ...zeros, ...after].map((group) => group.replace(/^0+(?=.)/, ''))
}
