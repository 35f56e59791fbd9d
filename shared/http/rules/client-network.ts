/**
 * The key of a limit per client: an IPv4 address, or the /64 of an IPv6 address, because one connection has a whole
 * /64.
 */
export function clientNetwork(viewerAddress: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(viewerAddress)
  if (mapped?.[1]) return mapped[1]
  const isIpv6 = viewerAddress.includes(':')
  return isIpv6 ? `${ipv6Groups(viewerAddress).slice(0, 4).join(':')}::/64` : viewerAddress
}

function ipv6Groups(address: string): string[] {
  const [head = '', tail] = address.toLowerCase().split('::')
  const before = head.split(':').filter(Boolean)
  const after = (tail ?? '').split(':').filter(Boolean)
  const zeros = Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0')
  return [...before, ...zeros, ...after].map((group) => group.replace(/^0+(?=.)/, ''))
}
