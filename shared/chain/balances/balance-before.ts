import { AbiDecodingZeroDataError, BaseError, type Client } from 'viem'
import { blockIfKept } from '../blocks/block-at-or-after.ts'
import { type BlockRef, readBlock } from '../blocks/read-block.ts'
import { ChainUnavailable } from '../chain-unavailable.ts'
import type { ChainClient } from '../open-chain.ts'
import { readChain } from '../read-chain.ts'
import { findTransfers } from '../transfers/find-transfers.ts'
import { type At, balanceAt } from './balance-at.ts'
import { isStateMissing, oldestBalance } from './oldest-balance.ts'

export type BalanceQuery = {
  address: string
  /** ERC-20 contract; null for the native coin. */
  token: string | null
  /** The balance before this block is wanted. */
  fromBlock: bigint
  head: { block: BlockRef; base: bigint }
  /** The newest block up to which a node's logs are complete. */
  confirmed: BlockRef
}

/**
 * The balance before a block, and the block that it was read at. If several nodes have that state, two must agree. If
 * none has it, the part of a token balance that its logs don't explain counts as held before. The native coin has no
 * logs, so it counts as zero, unless the oldest state that is kept is the requested one. Throws `ChainUnavailable`.
 */
export async function balanceBefore(
  client: ChainClient,
  query: BalanceQuery,
): Promise<{ block: BlockRef; base: bigint }> {
  const { fromBlock } = query
  return readChain(client, async () => {
    const block = fromBlock > 0n ? await blockIfKept(client, fromBlock - 1n) : undefined
    const base = block && (await agreedBalance(client, query, block))
    if (block && base !== undefined) return { block, base }
    const readAt = block ?? (await readBlock(client.node, fromBlock))
    return { block: readAt, base: fromBlock > 0n ? await unexplainedBalance(client, query) : 0n }
  })
}

type Asset = Pick<BalanceQuery, 'address' | 'token'>

/** Undefined if no node has the state. */
async function agreedBalance(
  { chain, nodes }: ChainClient,
  asset: Asset,
  { hash }: BlockRef,
): Promise<bigint | undefined> {
  const at = { blockHash: hash, requireCanonical: true } as const
  const results = await Promise.allSettled(nodes.map((node) => heldAt(node, asset, at)))
  const given = results.flatMap((a) => (a.status === 'fulfilled' ? [a.value] : []))
  const [first] = given
  const pair = given.find((base, index) => given.indexOf(base) !== index)
  if (given.length < 2 || pair !== undefined)
    return pair ?? first ?? undefinedIfStateMissing(results)
  throw new ChainUnavailable(chain.chainId, 'its nodes disagree on what an address held')
}

function undefinedIfStateMissing(results: readonly PromiseSettledResult<bigint>[]): undefined {
  const errors = results.flatMap((a) => (a.status === 'rejected' ? [a.reason] : []))
  const failure = errors.find((error) => !isStateMissing(error))
  if (failure !== undefined) throw failure
}

async function heldAt(node: Client, asset: Asset, at: At): Promise<bigint> {
  try {
    return await balanceAt(node, asset, at)
  } catch (error) {
    // The token was not deployed yet, so nobody held any.
    if (error instanceof BaseError && error.walk(isZeroData)) return 0n
    throw error
  }
}

function isZeroData(error: unknown): boolean {
  return error instanceof AbiDecodingZeroDataError
}

/** The part of the balance in the oldest state kept that no transfer since `fromBlock` explains. */
async function unexplainedBalance(
  client: ChainClient,
  { head, fromBlock, confirmed, ...asset }: BalanceQuery,
): Promise<bigint> {
  const at = async (blockNumber: bigint) => ({
    blockNumber,
    base: await heldAt(client.node, asset, { blockNumber }),
  })
  const newest = { blockNumber: head.block.number, base: head.base }
  const oldest = await oldestBalance(at, fromBlock - 1n, newest)
  // Some nodes have the logs of a block later than its balances.
  if (asset.token === null || oldest.blockNumber > confirmed.number) return 0n
  const since = await findTransfers(client, {
    ...asset,
    fromBlock,
    toBlock: oldest.blockNumber,
    complete: true,
  })
  const base = since.reduce((rest, { amountBase }) => rest - amountBase, oldest.base)
  return base > 0n ? base : 0n
}
