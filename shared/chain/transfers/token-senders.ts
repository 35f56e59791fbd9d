import { getAddress, isAddressEqual } from 'viem'
import { assetsOf, type ChainAsset } from '../chains.ts'
import type { ChainClient } from '../open-chain.ts'
import { listedTokenLogs } from './listed-token-logs.ts'
import type { BlockRange } from './logs-in-halves.ts'

/**
 * For each address (in lower case), one of the listed tokens that it sent to one of the recipients in these blocks,
 * according to the first node that responds. Throws `ChainUnavailable`.
 */
export async function tokenSenders(
  client: ChainClient,
  recipients: readonly string[],
  range: BlockRange,
): Promise<ReadonlyMap<string, ChainAsset>> {
  if (range.fromBlock > range.toBlock) return new Map()
  const to = recipients.map((address) => getAddress(address))
  const logs = await listedTokenLogs(client, { to }, range)
  const sent = logs.flatMap(({ args: { from }, address: token }) =>
    assetsOf(client.chain)
      .filter(({ tokenAddress }) => tokenAddress && isAddressEqual(tokenAddress, token))
      .map((asset) => [from.toLowerCase(), asset] as const),
  )
  return new Map(sent)
}
