import { type Client, type Hash, isHash } from 'viem'
import { getTransaction } from 'viem/actions'
import { coinBalance } from './balance-at.ts'
import type { HexAddress } from './chain.ts'
import { ChainUnavailable } from './chain-unavailable.ts'
import { changedBlocks } from './changed-blocks.ts'
import type { FoundTransfer } from './found-transfer.ts'
import { nativePaymentsInBlock } from './native-payments-in-block.ts'
import { olderNativePayments } from './older-native-payments.ts'
import { oldestBalance } from './oldest-balance.ts'
import type { ChainClient } from './open-chain.ts'

type NativeSearch = {
  address: HexAddress
  fromBlock: bigint
  toBlock: bigint
  heldBeforeBase: bigint
  hints: readonly string[]
  mostBlocks: number
}

const maxHints = 10

/**
 * By the blocks in which the balance changed, found by halving the range; see `findTransfers`. Coin leaves no log, and
 * a contract may have sent it, so the balance alone tells. A block that takes out exactly what it brings in, or a range
 * that ends with what it began with, shows nothing: deposit addresses are not swept while their sessions are open.
 * Where the node no longer has the state before the range, `heldBeforeBase` is taken for what the address held then.
 */
export async function findNativeTransfers(
  { chain, node }: ChainClient,
  { address, fromBlock, toBlock, heldBeforeBase, hints, mostBlocks }: NativeSearch,
): Promise<FoundTransfer[]> {
  const balanceAt = async (blockNumber: bigint) => ({
    blockNumber,
    base: blockNumber < 0n ? 0n : await coinBalance(node, address, { blockNumber }),
  })
  const after = await balanceAt(toBlock)
  if (after.base === 0n) return []
  const before = await oldestBalance(balanceAt, fromBlock - 1n, after)
  const hinted = await hintedBlocks(node, hints)
  const boundaries = hinted.flatMap((block) => [block - 1n, block])
  const search = { balanceAt, boundaries, mostBlocks }
  const changed = await changedBlocks(search, { low: before, high: after })
  const blocks = await Promise.all(
    changed.map(async ({ low, high }) => {
      const { blockNumber } = high
      const block = await nativePaymentsInBlock(node, { address, blockNumber })
      if (block.gainedBase === high.base - low.base) return block
      throw new ChainUnavailable(chain.chainId, 'it was reorganised while balances were read')
    }),
  )
  const heldBase = before.base - heldBeforeBase
  const older = { fromBlock, toBlock: before.blockNumber, heldBase }
  const isCutOff = before.blockNumber >= fromBlock && heldBase > 0n
  return [
    ...(isCutOff
      ? await olderNativePayments(node, { address, ...older, likelyBlocks: hinted })
      : []),
    ...blocks.flatMap((block) => block.payments),
  ]
}

/** The blocks of the named transactions, ascending. Splitting at each and before it isolates it in two steps. */
async function hintedBlocks(node: Client, hints: readonly string[]): Promise<bigint[]> {
  const hashes = hints.filter((hint): hint is Hash => isHash(hint)).slice(0, maxHints)
  // A hint that cannot be looked up costs speed, nothing else.
  const found = await Promise.allSettled(hashes.map((hash) => getTransaction(node, { hash })))
  const blocks = found.flatMap((lookUp) => {
    const blockNumber = lookUp.status === 'fulfilled' ? lookUp.value.blockNumber : null
    return blockNumber === null ? [] : [blockNumber]
  })
  return blocks.sort((a, b) => Number(a - b))
}
