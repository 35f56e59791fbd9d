import { type Client, getAddress, type Hash, isAddressEqual } from 'viem'
import { getLogs } from 'viem/actions'
import { eachAtOnce } from '../kernel/each-at-once.ts'
import type { HexAddress } from './chain.ts'
import { ChainUnavailable } from './chain-unavailable.ts'
import { type BlockRange, logsInHalves } from './logs-in-halves.ts'
import type { ChainClient } from './open-chain.ts'
import { readChain } from './read-chain.ts'
import { agreedReceipt } from './sending/agreed-receipt.ts'
import { transferEvent } from './transfer-logs.ts'
import { transfersIn } from './transfers-in.ts'

/** Tokens that left one of the addresses in a transaction: the sum, if there were several transfers. */
export type SentTokens = {
  from: HexAddress
  token: HexAddress
  amountBase: bigint
  txHash: string
  blockNumber: bigint
}

/** Nodes that return fewer blocks at a time are not asked for hours of them. */
const maxHalvings = 10

/** Nodes limit how many a filter may name. */
const sendersAtOnce = 100

const receiptsAtOnce = 5

/**
 * What left these addresses of the chain's listed tokens. A node's logs only say in which transactions: their receipts
 * are as nodes of two operators have them. Throws `ChainUnavailable`.
 */
export async function tokensSentFrom(
  client: ChainClient,
  addresses: readonly string[],
  range: BlockRange,
): Promise<SentTokens[]> {
  const tokens = client.chain.tokens.map(({ address }) => address)
  if (tokens.length === 0) return []
  const senders = addresses.map((address) => getAddress(address))
  const found: SentTokens[] = []
  for (let start = 0; start < senders.length; start += sendersAtOnce) {
    const search = { tokens, senders: senders.slice(start, start + sendersAtOnce) }
    await eachAtOnce(await hashesIn(client, search, range), receiptsAtOnce, async (hash) => {
      found.push(...(await sentIn(client, search, hash)))
    })
  }
  return found
}

type Search = { tokens: HexAddress[]; senders: HexAddress[] }

async function hashesIn(
  client: ChainClient,
  search: Search,
  range: BlockRange,
): Promise<Set<Hash>> {
  const logs = await readChain(client, () =>
    logsInHalves((part) => request(client.node, search, part), range, maxHalvings),
  )
  const { chainId } = client.chain
  if (!logs) throw new ChainUnavailable(chainId, 'its node returns no logs of that many blocks')
  return new Set(logs.map(({ transactionHash }) => transactionHash))
}

async function sentIn(
  client: ChainClient,
  { tokens, senders }: Search,
  hash: Hash,
): Promise<SentTokens[]> {
  const receipt = await agreedReceipt(client, hash)
  if (!receipt) throw new ChainUnavailable(client.chain.chainId, `its nodes disagree about ${hash}`)
  const { blockNumber, isSuccess } = receipt
  const transfers = isSuccess ? transfersIn(receipt) : []
  return tokens.flatMap((token) =>
    senders.flatMap((from) => {
      const amountBase = transfers
        .filter((each) => isAddressEqual(each.token, token) && isAddressEqual(each.from, from))
        .reduce((sum, each) => sum + each.amountBase, 0n)
      return amountBase > 0n ? [{ from, token, amountBase, txHash: hash, blockNumber }] : []
    }),
  )
}

function request(node: Client, { tokens, senders }: Search, { fromBlock, toBlock }: BlockRange) {
  const args = { from: senders }
  return getLogs(node, {
    ...{ address: tokens, event: transferEvent, args, fromBlock, toBlock },
    strict: true,
  })
}
