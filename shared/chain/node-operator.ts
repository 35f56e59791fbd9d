import { getDomain } from 'tldts-icann'
import type { Chain } from './chain.ts'
import type { ChainNode } from './open-chain.ts'

/** Names the operator of each node, in the same order. Done once, by whoever configures the nodes: it takes a long list. */
export function nodesOf(chain: Pick<Chain, 'network'>, rpcUrls: readonly string[]): ChainNode[] {
  return rpcUrls.map((url) => ({ url, operator: operatorOf(chain, new URL(url).host) }))
}

/**
 * Who runs a node, by its URL's host: the registrable domain, such as example.co.uk, or what stands for it. All nodes of
 * one operator are one vote. On a local chain, nodes on this machine are told apart by their ports.
 */
export function operatorOf({ network }: Pick<Chain, 'network'>, host: string): string {
  const { hostname } = new URL(`http://${host}`)
  if (isLoopback(hostname)) return network === 'local' ? host : 'localhost'
  return getDomain(hostname) ?? hostname
}

function isLoopback(hostname: string): boolean {
  return hostname === '[::1]' || /^127\.|(^|\.)localhost$/.test(hostname)
}
