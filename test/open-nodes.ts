import type { Chain } from '../shared/chain/chain.ts'
import { nodesOf } from '../shared/chain/nodes/node-operator.ts'
import { type ChainClient, openChain } from '../shared/chain/open-chain.ts'

/** Opens a chain by its nodes' URLs. */
export function openNodes(chain: Chain, rpcUrls: readonly string[]): ChainClient {
  return openChain({ chain, nodes: nodesOf(chain, rpcUrls) }, { fetchNode: fetch })
}
