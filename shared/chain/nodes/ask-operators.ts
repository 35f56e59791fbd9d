import type { Client } from 'viem'
import { ChainUnavailable } from '../chain-unavailable.ts'
import type { ChainClient } from '../open-chain.ts'
import { readChain } from '../read-chain.ts'
import { gather } from './gather.ts'
import { operatorCount, votesNeeded } from './operator-votes.ts'

export type Response<Given> = { operator: string; given: Given }

/**
 * The responses of all nodes, of two operators at least (of one, if only one is configured). Once that many have
 * responded, the others have `patienceMs` left. Throws `ChainUnavailable`.
 */
export function askOperators<Given>(
  client: ChainClient,
  ask: (node: Client) => Promise<Given>,
  { patienceMs = 1000 }: { patienceMs?: number } = {},
): Promise<Response<Given>[]> {
  const { nodes, chain } = client
  const votes = votesNeeded(client)
  return readChain(client, async () => {
    const asked = nodes.map(async (own) => {
      // A single node is retried once if it fails; several nodes have one try each.
      const node = nodes.length === 1 ? client.node : own
      return { operator: own.name, given: await ask(node) }
    })
    const isEnough = (given: readonly Response<Given>[]) => operatorCount(given) >= votes
    const { given, failures } = await gather(asked, { isEnough, patienceMs })
    if (isEnough(given)) return given
    if (given.length === 0) throw failures[0]
    const [cause] = failures
    throw new ChainUnavailable(chain.chainId, 'nodes of only one operator responded', { cause })
  })
}
