import { getDomain } from 'tldts-icann'
import type { Chain } from '../chain.ts'
import type { ChainNode } from '../open-chain.ts'

/**
 * The nodes with their operators, in the same order. Called once, where nodes are configured, because the domain list
 * is long.
 */
export function nodesOf(chain: Pick<Chain, 'network'>, rpcUrls: readonly string[]): ChainNode[] {
  return rpcUrls.map((url) => {
    const { host } = new URL(url)
    return { host, operator: operatorOf(chain, host), url: async () => url }
  })
}

/**
 * Who runs a node, derived from its URL's host: the registrable domain, such as example.co.uk, or the host if there is
 * none. All nodes of one operator count as one vote. On a local chain, nodes on this machine are distinguished by port.
 */
export function operatorOf({ network }: Pick<Chain, 'network'>, host: string): string {
  const { hostname } = new URL(`http://${host}`)
  if (isLoopback(hostname)) return network === 'local' ? host : 'localhost'
  return getDomain(hostname) ?? hostname
}

function isLoopback(hostname: string): boolean {
  return hostname === '[::1]' || /^127\.|(^|\.)localhost$/.test(hostname)
}
