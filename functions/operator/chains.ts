import * as z from 'zod'
import type { ChainClient } from '../../shared/chain/open-chain.ts'
import { probeChain } from '../../shared/chain/probe-chain.ts'
import { parseWith } from '../../shared/http/parse-with.ts'
import { config } from '../config.ts'
import { enabledChains } from '../deps/enabled-chains.ts'
import { operatorHandler } from '../handlers/operator-handler.ts'

const input = z.strictObject({ command: z.literal('probe'), chainId: z.int().optional() })

const { clients } = enabledChains()

/** A session of the default length with its grace, and time for its confirmations. */
const historySeconds = 1200

/** Compares the enabled chains, or one of them, with what their nodes say. Nodes are named by host: URLs hold keys. */
export const handler = operatorHandler(async (event) => {
  const { chainId } = parseWith(input, event)
  const chosen = clients.filter(({ chain }) => chainId === undefined || chain.chainId === chainId)
  return { chains: await Promise.all(chosen.map(probed)) }
})

async function probed(client: ChainClient) {
  const { chainId, name } = client.chain
  const urls = config('CHAIN_RPC_URLS')[chainId] ?? []
  const byNode = await probeChain(client, { now: new Date(), historySeconds })
  const nodes = urls.map((url, index) => ({
    host: new URL(url).host,
    mismatches: byNode[index] ?? [],
  }))
  return { chainId, name, nodes }
}
