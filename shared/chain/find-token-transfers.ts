import { type Client, getAddress, isAddressEqual } from 'viem'
import { getLogs } from 'viem/actions'
import type { HexAddress } from './chain.ts'
import { ChainUnavailable } from './chain-unavailable.ts'
import type { FoundTransfer } from './found-transfer.ts'
import { largest, largestFirst } from './largest.ts'
import type { ChainClient } from './open-chain.ts'
import { type BlockRef, readBlock } from './read-block.ts'
import { refusalOf } from './refusal-of.ts'

type TokenSearch = {
  address: HexAddress
  token: HexAddress
  fromBlock: bigint
  toBlock: bigint
  maxBlocks: number
}

/** Reads the token's Transfer logs; see `findTransfers`. Ignores transfers of zero (address poisoning). */
export async function findTokenTransfers(
  { chain, node }: ChainClient,
  search: TokenSearch,
): Promise<FoundTransfer[]> {
  const all = (await transferLogs(node, search)).filter(
    ({ args }) => args.value > 0n && !isAddressEqual(args.from, search.address),
  )
  const logs = mostValuable(all, search.maxBlocks)
  const blocks = await blocksByNumber(node, new Set(logs.map((log) => log.blockNumber)))
  return logs.map((log) => {
    const block = blocks.get(log.blockNumber)
    if (block?.hash !== log.blockHash) {
      throw new ChainUnavailable(chain.chainId, 'a reorg happened while its logs were read')
    }
    return {
      txHash: log.transactionHash,
      logIndex: log.logIndex,
      from: getAddress(log.args.from),
      amountBase: log.args.value,
      blockNumber: block.number,
      blockHash: block.hash,
      blockTimestamp: block.timestamp,
    }
  })
}

const logsPerBlock = 8

/** The logs with the largest amounts, in their order: someone may send tiny amounts thousands of times. */
function mostValuable(logs: readonly TransferLog[], maxBlocks: number): TransferLog[] {
  const amountOf = ({ args }: TransferLog) => args.value
  const likely = largest(logs, maxBlocks * logsPerBlock, amountOf)
  const numbers = new Set(largestFirst(likely, amountOf).map((log) => log.blockNumber))
  const blocks = new Set([...numbers].slice(0, maxBlocks))
  return likely.filter((log) => blocks.has(log.blockNumber))
}

const transfer = {
  type: 'event',
  name: 'Transfer',
  inputs: [
    { name: 'from', type: 'address', indexed: true },
    { name: 'to', type: 'address', indexed: true },
    { name: 'value', type: 'uint256' },
  ],
} as const

type TransferLog = Awaited<ReturnType<typeof requestLogs>>[number]

/** Halves the range if the node rejects it as too wide: limits differ by provider and can't be queried. */
async function transferLogs(node: Client, search: TokenSearch): Promise<TransferLog[]> {
  const { fromBlock, toBlock } = search
  try {
    return await requestLogs(node, search)
  } catch (error) {
    if (fromBlock === toBlock || !isTooWide(error)) throw error
  }
  const middle = (fromBlock + toBlock) / 2n
  const older = await transferLogs(node, { ...search, toBlock: middle })
  return [...older, ...(await transferLogs(node, { ...search, fromBlock: middle + 1n }))]
}

function requestLogs(node: Client, { address, token, fromBlock, toBlock }: TokenSearch) {
  const args = { to: address }
  return getLogs(node, { address: token, event: transfer, args, fromBlock, toBlock, strict: true })
}

/** Whether a node rejected a range of blocks as too wide, or its logs as too many. */
export function isTooWide(error: unknown): boolean {
  return refusalOf(error) === 'narrow'
}

async function blocksByNumber(
  node: Client,
  numbers: ReadonlySet<bigint>,
): Promise<Map<bigint, BlockRef>> {
  const blocks = await Promise.all([...numbers].map((number) => readBlock(node, number)))
  return new Map(blocks.map((block) => [block.number, block]))
}
