import { type ChainClient, type FetchNode, openChain } from '../../shared/chain/open-chain.ts'
import { invariant } from '../../shared/kernel/invariant.ts'
import type { Mode } from '../../shared/kernel/mode.ts'
import type { Table } from '../../shared/kernel/store/table.ts'
import { nodeFetch } from '../../shared/networks/fetch-node.ts'
import type { Network } from '../../shared/networks/rules/network.ts'
import { nodesInTurn } from '../../shared/networks/rules/nodes-in-turn.ts'
import { listNetworks } from '../../shared/networks/store/networks.ts'
import type { Config } from '../config.ts'
import { warn } from '../log/log.ts'
import { keptBriefly } from './kept-briefly.ts'
import { type Networks, networksNotRead, networksOf, rowOf } from './networks.ts'
import { type NodeUrls, nodeUrls } from './node-urls.ts'
import { nodeUrlRules } from './url-rules.ts'

/** The enabled chains with ways to read them. */
export type ChainClients = Networks & {
  /** Of all chains that a mode's sessions may be paid on, the retiring ones included. */
  clients: (mode: Mode) => Promise<readonly ChainClient[]>
  /** Throws if the chain is not enabled. */
  client: (chainId: number) => Promise<ChainClient>
}

/** Nothing is asked, and no URL is opened, before a chain is read. A client is kept while its nodes are the same. */
export function chainClients(config: Config, table: Table): ChainClients {
  const opening = { urls: nodeUrls(config), fetchNode: nodeFetch(nodeUrlRules(config)) }
  const opened = new Map<number, { nodes: string; client: ChainClient }>()
  const clientOf = (network: Network): ChainClient => {
    const nodes = JSON.stringify(network.nodes)
    const known = opened.get(network.chainId)
    if (known?.nodes === nodes) return known.client
    const client = openNetwork(network, opening)
    opened.set(network.chainId, { nodes, client })
    return client
  }
  const read = keptBriefly((mode) => listNetworks(table, mode), { onFailure: networksNotRead })
  return {
    ...networksOf(read),
    clients: async (mode) => (await read(mode)).map(clientOf),
    client: async (chainId) => {
      const network = (await read(rowOf({ chainId }).mode)).find((n) => n.chainId === chainId)
      invariant(network, `chain ${chainId} is enabled`)
      return clientOf(network)
    },
  }
}

type Opening = { urls: NodeUrls; fetchNode: FetchNode }

function openNetwork(network: Network, { urls, fetchNode }: Opening): ChainClient {
  const nodes = nodesInTurn(network.nodes, Math.random).map(({ host, operator, sealedUrl }) => ({
    ...{ host, operator },
    url: () => urls.open(network, sealedUrl),
  }))
  const chain = rowOf(network)
  const { chainId, mode } = chain
  return openChain(
    { chain, nodes },
    {
      fetchNode,
      onQuotaUsedUp: (node) => warn('quota of a node used up', { mode, chainId, node }),
    },
  )
}
