import type { ChainClient } from '../open-chain.ts'
import { readChain } from '../read-chain.ts'
import { throughNodes } from './through-nodes.ts'
import { usableHeads } from './usable-heads.ts'

/** The chain through the nodes that respond now and are up to date. Throws `ChainUnavailable` if there is none. */
export async function usableNodes(
  client: ChainClient,
  { now, patienceMs = 1000 }: { now: Date; patienceMs?: number },
): Promise<ChainClient> {
  return readChain(client, async () => {
    const heads = await usableHeads(client, { now, withFinal: false, patienceMs })
    return throughNodes(
      client,
      heads.map(({ node }) => node),
    )
  })
}
