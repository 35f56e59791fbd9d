import { randomBytes } from 'node:crypto'
import type { Chain } from '../shared/chain/chain.ts'
import type { Config } from '../shared/kernel/operation/config.ts'
import type { Table } from '../shared/kernel/store/table.ts'
import { transact } from '../shared/kernel/store/transact.ts'
import { newNetwork, requireChain } from '../shared/payments/networks/node-services.ts'
import { nodeUrls } from '../shared/payments/networks/node-urls.ts'
import type { Network, NetworkNode } from '../shared/payments/networks/rules/network.ts'
import { networkCreation } from '../shared/payments/networks/store/networks.ts'
import { newNode } from '../shared/payments/networks/try-nodes.ts'

/** The URLs of nodes by the ids of their chains. */
export type NodesByChain = Readonly<Record<number, readonly string[]>>

/** Enables chains without a probe. */
export async function saveNetworks(
  table: Table,
  config: Config,
  nodes: NodesByChain,
): Promise<Network[]> {
  const saved = Object.entries(nodes).map(async ([id, urls]): Promise<Network> => {
    const chain = requireChain(Number(id))
    const made = urls.map((url) => sealedNode(config, chain, url))
    const nodes = (await Promise.all(made)).map((node) => ({
      ...node,
      standing: 'verified' as const,
    }))
    return { ...newNetwork(chain), nodes, version: 1 }
  })
  const networks = await Promise.all(saved)
  await transact(table, networks.map(networkCreation))
  return networks
}

const sealed = new Map<string, Promise<NetworkNode>>()

/** Sealed once per process, since it is slow. */
function sealedNode(config: Config, chain: Chain, url: string): Promise<NetworkNode> {
  const place = `${config('KMS_KEY_ID')} ${chain.chainId} ${url}`
  const deps = { now: () => new Date(), randomBytes, sealUrl: nodeUrls(config).seal }
  const node = sealed.get(place) ?? newNode(deps, { chain, candidate: { url } })
  sealed.set(place, node)
  return node
}
