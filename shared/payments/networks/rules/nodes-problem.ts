import type { NetworkNode } from './network.ts'

type Row = { chainId: number; name: string; network: 'mainnet' | 'testnet' | 'local' }

type Nodes = {
  nodes: readonly Pick<NetworkNode, 'operator' | 'source'>[]
  singleOperatorConfirmed: boolean
}

/**
 * Why a chain's nodes are not enough to decide on its payments; undefined if they are. With real money, nodes of two operators
 * have to agree, unless the owner trusts a single one. Public nodes promise nothing, so one may be the second, never all.
 */
export function nodesProblem(
  { chainId, name, network }: Row,
  { nodes, singleOperatorConfirmed }: Nodes,
): string | undefined {
  const [first] = nodes
  if (!first) return `${name} (${chainId}) needs a node.`
  if (network !== 'mainnet') return undefined
  if (nodes.every(({ source }) => source === 'public')) {
    return `${name} (${chainId}) has real money, and public nodes alone are not enough for it. Add a node with a key of your own.`
  }
  const isAgreed = new Set(nodes.map(({ operator }) => operator)).size > 1
  if (isAgreed || singleOperatorConfirmed) return undefined
  return `${name} (${chainId}) has real money, but all of its nodes belong to ${first.operator}, who could fake payments. Add a node of another operator, or accept the risk with --confirm-single-operator.`
}
