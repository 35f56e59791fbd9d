import { getDomain } from 'tldts-icann'
import type { Chain } from './chain.ts'
import type { ChainClient } from './open-chain.ts'

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

/** How many operators have to say the same: two, or the only one that is configured. */
export function votesNeeded({ chain, nodes }: ChainClient): number {
  return new Set(nodes.map(({ name }) => operatorOf(chain, name))).size > 1 ? 2 : 1
}

/** How many different operators these are of. */
export function operatorCount(of: readonly { operator: string }[]): number {
  return new Set(of.map(({ operator }) => operator)).size
}
