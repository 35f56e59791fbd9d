import { BlockList, isIPv4 } from 'node:net'

/** IPv4 networks that are private, local or reserved, or that serve a cloud machine's metadata. */
const blockedIpv4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const

/**
 * Only 2000::/3 is routed on the public internet: loopback, mapped and compatible IPv4, NAT64, unique local, link and
 * site local, multicast, discard and segment routing all lie outside. These lie inside and are not public either:
 * protocol assignments with Teredo and ORCHID, documentation, 6to4 (IPv4 in disguise).
 */
const blockedIpv6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
] as const

const blocked = new BlockList()
for (const [network, prefix] of blockedIpv4) blocked.addSubnet(network, prefix, 'ipv4')
for (const [network, prefix] of blockedIpv6) blocked.addSubnet(network, prefix, 'ipv6')

const globalUnicast = new BlockList()
globalUnicast.addSubnet('2000::', 3, 'ipv6')

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/** Whether an IP address in text form is on the public internet. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !blocked.check(address, 'ipv4')
  return globalUnicast.check(address, 'ipv6') && !blocked.check(address, 'ipv6')
}

export function isLoopbackAddress(address: string): boolean {
  return loopback.check(address, isIPv4(address) ? 'ipv4' : 'ipv6')
}
