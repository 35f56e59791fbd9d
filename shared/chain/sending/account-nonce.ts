import { numberToHex } from 'viem'
import type { HexAddress } from '../chain.ts'
import { ChainUnavailable } from '../chain-unavailable.ts'
import { operatorCount, votesNeeded } from '../nodes/operator-votes.ts'
import type { ChainClient } from '../open-chain.ts'

/**
 * How many transactions of an account are mined: the most that nodes of two operators reach (of one, if only one is
 * configured), so that no single node can make nonces be skipped. Throws `ChainUnavailable`.
 */
export async function latestNonce(client: ChainClient, address: HexAddress): Promise<number> {
  const counts = await countsAt(client, address, 'latest')
  const byOperator = Map.groupBy(counts, ({ operator }) => operator)
  const highest = [...byOperator.values()].map((own) => Math.max(...own.map(({ count }) => count)))
  const agreed = highest.toSorted((a, b) => b - a)[votesNeeded(client) - 1]
  if (agreed !== undefined) return agreed
  throw new ChainUnavailable(client.chain.chainId, 'too few nodes stated a nonce')
}

/**
 * The number of mined transactions after a confirmed block: the lowest that enough operators state, so that nothing is
 * replaced because of one node. Throws `ChainUnavailable`.
 */
export async function confirmedNonce(
  client: ChainClient,
  address: HexAddress,
  blockNumber: bigint,
): Promise<number> {
  const counts = await countsAt(client, address, numberToHex(blockNumber))
  if (operatorCount(counts) < votesNeeded(client)) {
    throw new ChainUnavailable(client.chain.chainId, 'too few nodes stated a nonce')
  }
  return Math.min(...counts.map(({ count }) => count))
}

/**
 * How many transactions of an account are mined or wait to be: the most that any node states. For waiting until there are
 * none, since nodes need not know of each other's. Throws `ChainUnavailable`.
 */
export async function pendingNonce(client: ChainClient, address: HexAddress): Promise<number> {
  const counts = await countsAt(client, address, 'pending')
  return Math.max(...counts.map(({ count }) => count))
}

async function countsAt(
  { nodes, chain }: ChainClient,
  address: HexAddress,
  block: 'latest' | 'pending' | `0x${string}`,
): Promise<{ operator: string; count: number }[]> {
  const asked = await Promise.allSettled(
    nodes.map(async (node) => {
      const params: [HexAddress, typeof block] = [address, block]
      const count = await node.request({ method: 'eth_getTransactionCount', params })
      return { operator: node.name, count: Number(count) }
    }),
  )
  const counts = asked.flatMap((o) => (o.status === 'fulfilled' ? [o.value] : []))
  if (counts.length > 0) return counts
  const [cause] = asked.flatMap((o) => (o.status === 'rejected' ? [o.reason] : []))
  throw new ChainUnavailable(chain.chainId, 'no node stated a nonce', { cause })
}
