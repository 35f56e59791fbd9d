import { probeChain } from '../../shared/chain/probe-chain.ts'
import { modes } from '../../shared/kernel/mode.ts'
import type { Table } from '../../shared/kernel/store/table.ts'
import type { ProbedChain } from '../../shared/networks/test-networks.ts'
import { historySeconds } from '../../shared/networks/try-nodes.ts'
import type { Config } from '../config.ts'
import { chainClients } from './chain-clients.ts'

type Options = { table: Table; chainId?: number | undefined }

/** Compares the enabled chains, or one of them, with what their nodes say. */
export async function probeNetworks(
  config: Config,
  { table, chainId }: Options,
): Promise<ProbedChain[]> {
  const { clients } = chainClients(config, table)
  const ofModes = await Promise.all(modes.map(clients))
  const enabled = ofModes.flat().toSorted((a, b) => a.chain.chainId - b.chain.chainId)
  const chosen = enabled.filter(({ chain }) => chainId === undefined || chain.chainId === chainId)
  return Promise.all(
    chosen.map(async (client) => {
      const { chainId: id, name } = client.chain
      const probes = await probeChain(client, { now: new Date(), historySeconds })
      const nodes = client.nodes.map(({ key: host }, index) => ({
        host,
        mismatches: probes[index]?.mismatches ?? [],
      }))
      return { chainId: id, name, nodes }
    }),
  )
}
