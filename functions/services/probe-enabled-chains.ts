import { probeChain } from '../../shared/chain/probe-chain.ts'
import type { ProbedChain } from '../../shared/networks/probe-chains.ts'
import type { Config } from '../config.ts'
import { enabledChains } from './enabled-chains.ts'

/** A session of the default length with its grace period, and time for its confirmations. */
const historySeconds = 1200

/** Compares the enabled chains, or one of them, with what their nodes report. */
export async function probeEnabledChains(
  config: Config,
  { chainId }: { chainId?: number | undefined } = {},
): Promise<ProbedChain[]> {
  const { clients } = enabledChains(config)
  const chosen = clients.filter(({ chain }) => chainId === undefined || chain.chainId === chainId)
  return Promise.all(
    chosen.map(async (client) => {
      const { chainId: id, name } = client.chain
      const urls = Object.keys(config('CHAIN_RPC_URLS')[id] ?? {})
      const byNode = await probeChain(client, { now: new Date(), historySeconds })
      const nodes = urls.map((url, index) => ({
        host: new URL(url).host,
        mismatches: byNode[index] ?? [],
      }))
      return { chainId: id, name, nodes }
    }),
  )
}
