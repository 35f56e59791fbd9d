import { type Client, getAddress, isAddressEqual } from 'viem'
import { getLogs } from 'viem/actions'
import type { HexAddress } from './chain.ts'
import { ChainUnavailable } from './chain-unavailable.ts'
import { assetsOf, type ChainAsset } from './chains.ts'
import { type BlockRange, logsInHalves } from './logs-in-halves.ts'
import type { ChainClient } from './open-chain.ts'
import { readChain } from './read-chain.ts'
import { transferEvent } from './transfer-logs.ts'

/** Nodes that return fewer blocks at a time are not asked for hours of them. */
const maxHalvings = 10

/**
 * One of the listed tokens that each address (in lower case) sent to one of the recipients in these blocks, according to the
 * first node that responds: for finding addresses, not for deciding about payments. Throws `ChainUnavailable`.
 */
export async function tokenSenders(
  client: ChainClient,
  recipients: readonly string[],
  range: BlockRange,
): Promise<ReadonlyMap<string, ChainAsset>> {
  const { chainId, tokens } = client.chain
  if (tokens.length * recipients.length === 0 || range.fromBlock > range.toBlock) return new Map()
  const search = {
    tokens: tokens.map(({ address }) => address),
    recipients: recipients.map((address) => getAddress(address)),
  }
  const logs = await readChain(client, () =>
    logsInHalves((part) => request(client.node, search, part), range, maxHalvings),
  )
  if (!logs) throw new ChainUnavailable(chainId, 'its node returns no logs of that many blocks')
  const sent = logs.flatMap(({ args: { from }, address: token }) =>
    assetsOf(client.chain)
      .filter(({ tokenAddress }) => tokenAddress && isAddressEqual(tokenAddress, token))
      .map((asset) => [from.toLowerCase(), asset] as const),
  )
  return new Map(sent)
}

type Search = { tokens: HexAddress[]; recipients: HexAddress[] }

function request(node: Client, { tokens, recipients }: Search, { fromBlock, toBlock }: BlockRange) {
  const args = { to: recipients }
  return getLogs(node, {
    ...{ address: tokens, event: transferEvent, args, fromBlock, toBlock },
    strict: true,
  })
}
