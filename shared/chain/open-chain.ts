import { type Client, createClient, custom, fallback, http, type Transport } from 'viem'
import { invariant } from '../kernel/invariant.ts'
import type { Chain } from './chain.ts'
import { OtherChain } from './chain-unavailable.ts'

export type ChainNode = {
  url: string
  /** Who runs it, as `nodesOf` says. */
  operator: string
}

/** A way to read one chain. */
export type ChainClient = {
  chain: Chain
  /** Asks the configured nodes in their order until one responds. */
  node: Client
  /** The same nodes separately, named by their operators, for readings that two of those must agree on. */
  nodes: readonly Client[]
}

/**
 * Opens a chain by its nodes. Sends nothing yet. Before a node's first request, its chain id is checked, so that a
 * misplaced URL causes an outage and never a balance from another chain.
 */
export function openChain(
  { chain, nodes }: { chain: Chain; nodes: readonly ChainNode[] },
  { timeoutMs = 10_000 }: { timeoutMs?: number } = {},
): ChainClient {
  invariant(nodes.length, `chain ${chain.chainId} has a node`)
  const opened = nodes.map(({ url, operator }) => ({
    name: operator,
    transport: checkedNode(chain, http(url, { timeout: timeoutMs })),
  }))
  const transports = opened.map(({ transport }) => transport)
  return {
    chain,
    node: createClient({ transport: fallback(transports, { retryCount: 1 }) }),
    nodes: opened.map((node) => createClient(node)),
  }
}

function checkedNode({ chainId }: Chain, transport: Transport): Transport {
  const { request } = transport({ retryCount: 0 })
  let checked: Promise<void> | undefined
  const check = async () => {
    const found = Number(await request({ method: 'eth_chainId' }))
    if (found !== chainId) throw new OtherChain(chainId, found)
  }
  return custom(
    {
      async request(call) {
        checked ??= check().catch((error) => {
          checked = undefined
          throw error
        })
        await checked
        return request(call)
      },
    },
    { retryCount: 0 },
  )
}
