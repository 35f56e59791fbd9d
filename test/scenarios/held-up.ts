import { createClient, custom } from 'viem'
import type { ChainClient } from '../../shared/chain/open-chain.ts'

/** The client, which runs `meanwhile` after it read the balances at the head and at the confirmed block. */
export function heldUp(
  { chain, node }: ChainClient,
  meanwhile: () => Promise<unknown>,
): ChainClient {
  let reads = 0
  const slow = createClient({
    name: 'slow.example',
    transport: custom({
      async request(call) {
        const response = await node.request(call)
        if (call.method !== 'eth_call') return response
        reads += 1
        if (reads === 2) await meanwhile()
        return response
      },
    }),
  })
  return { chain, node: slow, nodes: [slow] }
}
