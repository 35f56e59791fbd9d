import { type Client, createClient, custom, fallback, http, type Transport } from 'viem'
import { invariant } from '../kernel/invariant.ts'
import type { Chain } from './chain.ts'
import { OtherChain } from './chain-unavailable.ts'

/** A way to read one chain. */
export type ChainClient = {
  chain: Chain
  /** Asks the configured nodes in their order until one answers. */
  node: Client
  /** The same nodes one by one, named by their hosts, for what two of them have to agree on. */
  nodes: readonly Client[]
}

/**
 * Opens a chain by its nodes' URLs. Nothing is asked yet; before its first request each node must name the chain's
 * id, so that a URL in the wrong place is an outage and never somebody else's balance.
 */
export function openChain(
  { chain, rpcUrls }: { chain: Chain; rpcUrls: readonly string[] },
  { timeoutMs = 10_000 }: { timeoutMs?: number } = {},
): ChainClient {
  invariant(rpcUrls.length, `chain ${chain.chainId} has a node`)
  const transports = rpcUrls.map((url) => checkedNode(chain, http(url, { timeout: timeoutMs })))
  return {
    chain,
    node: createClient({ transport: fallback(transports, { retryCount: 1 }) }),
    nodes: transports.map((transport, index) => {
      const { host } = new URL(rpcUrls[index] ?? '')
      return createClient({ name: host, transport })
    }),
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
