import { type Client, getAddress, type Hex, numberToHex, pad, toEventHash } from 'viem'
import type { HexAddress } from '../chain.ts'
import { refusalOf } from '../nodes/refusal-of.ts'
import type { BlockRange } from './logs-in-halves.ts'

/** A log of a contract that states a transfer of its token to an address. Anyone can write any number of them. */
type Received = { address: HexAddress; token: HexAddress; blockNumber: bigint }

/** Received until that block, without gaps since the one before. */
type Step = { toBlock: bigint; received: Received[] }

type Search = BlockRange & { addresses: readonly HexAddress[] }

const maxLogRequests = 24

/**
 * Transfers of any token to these addresses, in the order of the blocks. Halves the range while the node rejects it as
 * too wide. If it rejects a single block, that block's receipts are read instead; without them, or after a number of
 * requests, the search ends before the range does, so that the next one begins there. Throws viem's errors.
 */
export async function* tokensReceived(
  node: Client,
  { addresses, fromBlock, toBlock }: Search,
): AsyncGenerator<Step> {
  let from = fromBlock
  let step = toBlock - fromBlock + 1n
  for (let request = 0; request < maxLogRequests && from <= toBlock; request++) {
    const last = from + step - 1n
    const to = last < toBlock ? last : toBlock
    const logged = await inLogs(node, { addresses, fromBlock: from, toBlock: to })
    if (!logged && from < to) {
      step = (to - from + 1n) / 2n
      continue
    }
    const received = logged ?? (await inReceipts(node, addresses, from))
    if (!received) return
    yield { toBlock: to, received }
    from = to + 1n
    if (!logged) step = toBlock - from + 1n
  }
}

const transferTopic = toEventHash('Transfer(address,address,uint256)')

/** Undefined if the node rejects the range as too wide. */
async function inLogs(
  node: Client,
  { addresses, fromBlock, toBlock }: Search,
): Promise<Received[] | undefined> {
  try {
    const logs = await node.request({
      method: 'eth_getLogs',
      params: [
        {
          fromBlock: numberToHex(fromBlock),
          toBlock: numberToHex(toBlock),
          topics: [transferTopic, null, addresses.map((address) => pad(address))],
        },
      ],
    })
    return receivedBy(addresses, logs)
      .filter(({ blockNumber }) => blockNumber >= fromBlock && blockNumber <= toBlock)
      .toSorted((a, b) => Number(a.blockNumber - b.blockNumber))
  } catch (error) {
    if (refusalOf(error) === 'narrow') return undefined
    throw error
  }
}

type BlockReceipts = { Parameters: [Hex]; ReturnType: { logs: TransferLog[] }[] | null }
type TransferLog = { address: HexAddress; topics: Hex[]; data: Hex; blockNumber: Hex | null }

/** Undefined if the node doesn't return them either. */
async function inReceipts(
  node: Client,
  addresses: readonly HexAddress[],
  blockNumber: bigint,
): Promise<Received[] | undefined> {
  try {
    const receipts = await node.request<BlockReceipts>({
      method: 'eth_getBlockReceipts',
      params: [numberToHex(blockNumber)],
    })
    const logs = receipts?.flatMap((receipt) => receipt.logs)
    return logs && receivedBy(addresses, logs).map((each) => ({ ...each, blockNumber }))
  } catch (error) {
    if (refusalOf(error) === undefined) throw error
    return undefined
  }
}

function receivedBy(addresses: readonly HexAddress[], logs: readonly TransferLog[]): Received[] {
  const byTopic = new Map(addresses.map((address) => [pad(address).toLowerCase(), address]))
  return logs.flatMap(({ address: token, topics, data, blockNumber }) => {
    const address = byTopic.get(topics[2]?.toLowerCase() ?? '')
    if (!address || topics[0] !== transferTopic || !isFungible(topics, data)) return []
    return [{ address, token: getAddress(token), blockNumber: BigInt(blockNumber ?? 0) }]
  })
}

/** An NFT's transfer has its id as a fourth topic and no data. */
function isFungible(topics: readonly Hex[], data: Hex): boolean {
  return topics.length === 3 && /^0x[0-9a-f]{64}$/i.test(data) && BigInt(data) > 0n
}
