import { type Client, type Hash, numberToHex, pad, toEventSelector } from 'viem'
import type { ChainClient } from '../../../chain/open-chain.ts'
import { logsInHalves } from '../../../chain/transfers/logs-in-halves.ts'
import { transactionsFrom } from '../../../chain/transfers/transactions-from.ts'

type Search = { address: string; fromBlock: bigint; toBlock: bigint }

const transferTopic = toEventSelector('Transfer(address,address,uint256)')

/** Halvings of a range that is too wide for a node: into up to 256 parts. */
const maxHalvings = 8

/**
 * The hashes of the transactions in which something left an address: a listed token by its events, or a transaction that
 * the address sent itself. What a node no longer has is left out. Throws viem's errors and `ChainUnavailable`.
 */
export async function findDepartures(client: ChainClient, search: Search): Promise<string[]> {
  const [byEvents, own] = await Promise.all([
    tokenDepartures(client, search),
    transactionsFrom(client, search.address, search),
  ])
  const hashes = [...byEvents, ...(own ?? []).map(({ txHash }) => txHash)]
  return [...new Set(hashes)].slice(-most)
}

/** The newest of them. */
const most = 100

async function tokenDepartures(
  { chain, node }: ChainClient,
  { address, ...range }: Search,
): Promise<string[]> {
  const tokens = chain.tokens.map((token) => token.address)
  if (tokens.length === 0) return []
  const topics: [Hash, Hash] = [transferTopic, pad(hexOf(address))]
  const logs = await logsInHalves(
    ({ fromBlock, toBlock }) =>
      request(node, {
        address: tokens,
        topics,
        fromBlock: numberToHex(fromBlock),
        toBlock: numberToHex(toBlock),
      }),
    range,
    maxHalvings,
  )
  return (logs ?? []).flatMap(({ transactionHash, data }) =>
    transactionHash && !/^0x0*$/.test(data) ? [transactionHash] : [],
  )
}

type Filter = {
  address: `0x${string}`[]
  topics: [Hash, Hash]
  fromBlock: `0x${string}`
  toBlock: `0x${string}`
}

function request(node: Client, filter: Filter) {
  return node.request({ method: 'eth_getLogs', params: [filter] })
}

function hexOf(address: string): `0x${string}` {
  return `0x${address.slice(2).toLowerCase()}`
}
