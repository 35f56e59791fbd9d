import type { ServiceError } from '../../../kernel/errors.ts'
import type { NetworkNode } from './network.ts'
import { refuseNetwork } from './network-refusals.ts'

type Row = { chainId: number; name: string; network: 'mainnet' | 'testnet' | 'local' }

type Nodes = {
  nodes: readonly Pick<NetworkNode, 'operator' | 'source'>[]
  singleOperatorConfirmed: boolean
  /** Whether another node is being removed. Then its chain could be as well. */
  isLess?: boolean
}

/**
 * Why a chain's nodes are not enough to decide on its payments; undefined if they are. With real money, nodes of two operators
 * have to agree, unless the owner trusts a single one. Public nodes promise nothing, so one may be the second, never all.
 */
export function nodesProblem(
  { chainId, name, network }: Row,
  { nodes, singleOperatorConfirmed, isLess = false }: Nodes,
): ServiceError | undefined {
  const [first] = nodes
  if (!first) return refuseNetwork(isLess ? 'last_node' : 'needs_node', { name, chainId })
  if (network !== 'mainnet') return undefined
  if (nodes.every(({ source }) => source === 'public')) {
    return refuseNetwork(isLess ? 'last_own_node' : 'only_public_nodes', { name, chainId })
  }
  const isAgreed = new Set(nodes.map(({ operator }) => operator)).size > 1
  if (isAgreed || singleOperatorConfirmed) return undefined
  const values = { name, chainId, operator: first.operator }
  return refuseNetwork(isLess ? 'last_other_operator' : 'single_node_operator', values)
}
