import { type Client, getAddress, isAddressEqual } from 'viem'
import { type BlockRef, readBlock } from '../blocks/read-block.ts'
import { ChainUnavailable } from '../chain-unavailable.ts'
import { largest, largestFirst } from '../nodes/largest.ts'
import type { ChainClient } from '../open-chain.ts'
import type { FoundTransfer } from './found-transfer.ts'
import { type TokenSearch, type TransferLog, transferLogs } from './transfer-logs.ts'

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

async function blocksByNumber(
  node: Client,
  numbers: ReadonlySet<bigint>,
): Promise<Map<bigint, BlockRef>> {
  const blocks = await Promise.all([...numbers].map((number) => readBlock(node, number)))
  return new Map(blocks.map((block) => [block.number, block]))
}
