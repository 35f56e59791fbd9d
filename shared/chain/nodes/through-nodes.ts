import { type Client, createClient, custom, fallback } from 'viem'
import type { ChainClient } from '../open-chain.ts'

/** The chain through these nodes only, asked in this order until one responds. */
export function throughNodes(client: ChainClient, nodes: readonly Client[]): ChainClient {
  const transports = nodes.map(({ request }) => custom({ request }, { retryCount: 0 }))
  const node = createClient({ transport: fallback(transports, { retryCount: 1 }) })
  return { ...client, node, nodes }
}
