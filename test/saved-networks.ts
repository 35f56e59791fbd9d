import { randomBytes } from 'node:crypto'
import type { Config } from '../functions/config.ts'
import { nodeUrls } from '../functions/services/node-urls.ts'
import type { Table } from '../shared/kernel/store/table.ts'
import { transact } from '../shared/kernel/store/transact.ts'
import { newNetwork, requireChain } from '../shared/networks/node-services.ts'
import type { Network } from '../shared/networks/rules/network.ts'
import { networkCreation } from '../shared/networks/store/networks.ts'
import { newNode } from '../shared/networks/try-nodes.ts'

/** The URLs of nodes by the ids of their chains. */
export type NodesByChain = Readonly<Record<number, readonly string[]>>

/** Enables chains without a probe. */
export async function saveNetworks(
  table: Table,
  config: Config,
  nodes: NodesByChain,
): Promise<Network[]> {
  const sealUrl = nodeUrls(config).seal
  const saved = Object.entries(nodes).map(async ([id, urls]): Promise<Network> => {
    const chain = requireChain(Number(id))
    const deps = { now: () => new Date(), randomBytes, sealUrl }
    const made = urls.map((url) => newNode(deps, { chain, candidate: { url } }))
    return { ...newNetwork(chain), nodes: await Promise.all(made), version: 1 }
  })
  const networks = await Promise.all(saved)
  await transact(table, networks.map(networkCreation))
  return networks
}
