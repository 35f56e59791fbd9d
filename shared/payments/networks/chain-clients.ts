import { ChainUnavailable } from '../../chain/chain-unavailable.ts'
import {
  type ChainClient,
  type ChainNode,
  type FetchNode,
  openChain,
} from '../../chain/open-chain.ts'
import { nodeFetch } from '../../http/client/guarded-fetch.ts'
import { nodeUrlRules } from '../../http/client/url-rules.ts'
import { invariant } from '../../kernel/invariant.ts'
import { keptBriefly } from '../../kernel/kept-briefly.ts'
import type { Mode } from '../../kernel/mode.ts'
import type { Config } from '../../kernel/operation/config.ts'
import type { Table } from '../../kernel/store/table.ts'
import type { UnreadableRow } from '../../kernel/store/unreadable-rows.ts'
import { warn } from '../../log/log.ts'
import { askForHoldings } from '../holdings/ask-for-holdings.ts'
import {
  inRegistry,
  type Networks,
  networksNotRead,
  networksOf,
  rowOf,
  unreadOffer,
} from './enabled-chains.ts'
import { type NodeUrls, nodeUrls } from './node-urls.ts'
import { type Network, type NetworkOffer, trustedNow } from './rules/network.ts'
import { hasReliableNodes } from './rules/node-standing.ts'
import { nodesInTurn } from './rules/nodes-in-turn.ts'
import { listNetworks } from './store/networks.ts'

/** The enabled chains with ways to read them. */
export type ChainClients = Networks & {
  /** All chains that a mode's sessions may be paid on, the retiring ones included. */
  clients: (mode: Mode) => Promise<readonly ChainClient[]>
  /** Throws if the chain is not enabled. */
  client: (chainId: number) => Promise<ChainClient>
  /** The chains of a mode, including retiring ones, whose nodes have lost capabilities since they were verified. */
  lackingNodes: (mode: Mode) => Promise<readonly NetworkOffer[]>
  /** The networks of a mode that this version can't read. Their clients reach no node. */
  unreadNetworks: (mode: Mode) => Promise<readonly UnreadableRow[]>
}

/** Sends no request, and opens no URL, before a chain is read. A client is kept while its nodes are the same. */
export function chainClients(config: Config, table: Table): ChainClients {
  const opening = { urls: nodeUrls(config), fetchNode: nodeFetch(nodeUrlRules(config)) }
  const opened = new Map<number, { nodes: string; client: ChainClient }>()
  const clientOf = (network: Network): ChainClient => {
    const used = network.nodes.map(({ id, weight, standing }) => [id, weight, standing])
    const trusted = trustedNow(network, new Date())
    const nodes = JSON.stringify([trusted, used])
    const known = opened.get(network.chainId)
    if (known?.nodes === nodes) return known.client
    const client = openNetwork(ofOperator(network, trusted), opening)
    opened.set(network.chainId, { nodes, client })
    return client
  }
  const readNow = async (mode: Mode) => {
    const unread: { error: UnreadableRow; network: Network }[] = []
    const onUnreadable = (error: UnreadableRow, row: object) =>
      void unread.push({ error, network: { ...withoutNodes(mode), ...unreadOffer(error, row) } })
    const networks = await listNetworks(table, mode, { stale: true, onUnreadable })
    const all = [...networks, ...unread.map(({ network }) => network)]
    return { networks: inRegistry(all), unread: unread.map(({ error }) => error) }
  }
  const kept = keptBriefly(readNow, { onFailure: networksNotRead })
  const read = async (mode: Mode) => (await kept(mode)).networks
  const networkOf = async (chainId: number) => {
    const network = (await read(rowOf({ chainId }).mode)).find((n) => n.chainId === chainId)
    invariant(network && network.status !== 'unverified', `chain ${chainId} is enabled`)
    return network
  }
  return {
    ...networksOf(read),
    clients: async (mode) => {
      const networks = await read(mode)
      return networks.filter(({ status }) => status !== 'unverified').map(clientOf)
    },
    client: async (chainId) => clientOf(await networkOf(chainId)),
    lackingNodes: async (mode) => {
      const networks = await read(mode)
      return networks.filter((one) => one.status !== 'unverified' && !hasReliableNodes(one))
    },
    unreadNetworks: async (mode) => (await kept(mode)).unread,
  }
}

export function readingHoldings(config: Config, { table }: { table: Table }) {
  return { ask: askForHoldings, chains: chainClients(config, table).clients }
}

/** With the nodes of one operator only, so that no other operator has to agree. */
function ofOperator(network: Network, trusted: string | undefined): Network {
  if (trusted === undefined) return network
  return { ...network, nodes: network.nodes.filter(({ operator }) => operator === trusted) }
}

function withoutNodes(mode: Mode): Omit<Network, keyof NetworkOffer> {
  return {
    mode,
    retiringSince: null,
    nodes: [],
    singleOperatorConfirmed: false,
    trusted: null,
    version: 0,
  }
}

type Opening = { urls: NodeUrls; fetchNode: FetchNode }

function openNetwork(network: Network, { urls, fetchNode }: Opening): ChainClient {
  const chain = rowOf(network)
  const accepted = network.nodes
    .filter(({ standing }) => standing !== 'unverified')
    .map((node) => ({ ...node, weight: node.standing === 'other_chain' ? 0 : node.weight }))
  const nodes = nodesInTurn(accepted, Math.random).map(
    ({ host, operator, sealedUrl, standing }) => ({
      host,
      operator,
      url: async () => {
        // It still counts for how many have to agree, but never agrees.
        if (standing === 'other_chain') {
          throw new ChainUnavailable(chain.chainId, 'its node is on another chain')
        }
        return urls.open(network, sealedUrl)
      },
    }),
  )
  const { chainId, mode } = chain
  return openChain(
    { chain, nodes: network.nodes.length > 0 ? nodes : [unreadNode(chainId)] },
    {
      fetchNode,
      onQuotaUsedUp: (node) => warn('quota of a node used up', { mode, chainId, node }),
    },
  )
}

/** A node of a network that can't be read. */
function unreadNode(chainId: number): ChainNode {
  const url = async () => {
    throw new ChainUnavailable(chainId, "its nodes can't be read")
  }
  return { host: 'unread', operator: 'unread', url }
}
