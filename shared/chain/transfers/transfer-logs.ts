import { AbiDecodingZeroDataError, BaseError, type Client } from 'viem'
import { getLogs } from 'viem/actions'
import { balanceAt as readBalance } from '../balances/balance-at.ts'
import { type Balance, oldestBalance } from '../balances/oldest-balance.ts'
import { changedBlocks } from '../blocks/changed-blocks.ts'
import type { HexAddress } from '../chain.ts'
import { type BlockRange, logsInHalves } from './logs-in-halves.ts'

export type TokenSearch = {
  address: HexAddress
  token: HexAddress
  fromBlock: bigint
  toBlock: bigint
  maxBlocks: number
  /** Throws rather than return a part of them. */
  complete?: boolean | undefined
}

export const transferEvent = {
  type: 'event',
  name: 'Transfer',
  inputs: [
    { name: 'from', type: 'address', indexed: true },
    { name: 'to', type: 'address', indexed: true },
    { name: 'value', type: 'uint256' },
  ],
} as const

export type TransferLog = Awaited<ReturnType<typeof requestLogs>>[number]

/** How often a range that is too wide is halved. If that isn't enough, the node returns only a few blocks at a time. */
const maxHalvings = 4

/**
 * A token's transfers to an address: all at once, or in a few parts. Free plans return as few as five blocks at a time;
 * there, the balance shows in which blocks there is anything to return, and the number of requests stays small.
 */
export async function transferLogs(node: Client, search: TokenSearch): Promise<TransferLog[]> {
  const request = (range: BlockRange) => requestLogs(node, { ...search, ...range })
  return (await logsInHalves(request, search, maxHalvings)) ?? logsByBalance(node, search)
}

async function logsByBalance(node: Client, search: TokenSearch): Promise<TransferLog[]> {
  const { fromBlock, toBlock, maxBlocks } = search
  const balanceAt = async (blockNumber: bigint): Promise<Balance> => ({
    blockNumber,
    base: blockNumber < 0n ? 0n : await tokenBalance(node, search, blockNumber),
  })
  const high = await balanceAt(toBlock)
  const low = await oldestBalance(balanceAt, fromBlock - 1n, high)
  const changed = await changedBlocks({ balanceAt, boundaries: [], maxBlocks }, { low, high })
  const logs = await Promise.all(
    changed.map(({ high: { blockNumber } }) =>
      requestLogs(node, { ...search, fromBlock: blockNumber, toBlock: blockNumber }),
    ),
  )
  return [...(await logsBeforeStates(node, search, low)), ...logs.flat()]
}

/** Blocks of one request, and the most requests, where neither logs nor balances show where to search. */
const fewBlocks = 5n
const maxRequests = 64

/**
 * Transfers before the oldest state that the node has, newest first, until the balance there is explained. The rest
 * counts without a transaction, unless all of it is needed.
 */
async function logsBeforeStates(
  node: Client,
  search: TokenSearch,
  { blockNumber: oldest, base }: Balance,
): Promise<TransferLog[]> {
  const { fromBlock, complete } = search
  const found: TransferLog[] = []
  let toBlock = oldest
  for (let request = 0; toBlock >= fromBlock && (complete || sumOf(found) < base); request++) {
    if (request === maxRequests) {
      if (!complete) return found
      throw new BaseError('the node returns neither states nor logs of that many blocks')
    }
    const first = toBlock - fewBlocks + 1n
    const part = { ...search, fromBlock: first < fromBlock ? fromBlock : first, toBlock }
    found.unshift(...(await requestLogs(node, part)))
    toBlock = part.fromBlock - 1n
  }
  return found
}

function sumOf(logs: readonly TransferLog[]): bigint {
  return logs.reduce((sum, { args }) => sum + args.value, 0n)
}

/** No address held a token before it was deployed. */
async function tokenBalance(
  node: Client,
  { address, token }: TokenSearch,
  blockNumber: bigint,
): Promise<bigint> {
  try {
    return await readBalance(node, { address, token }, { blockNumber })
  } catch (error) {
    const isMissing = (cause: unknown) => cause instanceof AbiDecodingZeroDataError
    if (error instanceof BaseError && error.walk(isMissing)) return 0n
    throw error
  }
}

function requestLogs(node: Client, { address, token, fromBlock, toBlock }: TokenSearch) {
  const args = { to: address }
  return getLogs(node, {
    address: token,
    event: transferEvent,
    args,
    fromBlock,
    toBlock,
    strict: true,
  })
}
