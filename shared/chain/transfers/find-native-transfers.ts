import { type Client, type Hash, isHash } from 'viem'
import { getTransaction } from 'viem/actions'
import { coinBalance } from '../balances/balance-at.ts'
import { oldestBalance } from '../balances/oldest-balance.ts'
import { changedBlocks } from '../blocks/changed-blocks.ts'
import type { HexAddress } from '../chain.ts'
import { ChainUnavailable } from '../chain-unavailable.ts'
import type { ChainClient } from '../open-chain.ts'
import type { FoundTransfer } from './found-transfer.ts'
import { nativePaymentsInBlock } from './native-payments-in-block.ts'
import { olderNativePayments } from './older-native-payments.ts'

type NativeSearch = {
  address: HexAddress
  fromBlock: bigint
  toBlock: bigint
  heldBeforeBase: bigint
  hints: readonly string[]
  maxBlocks: number
}

const maxHints = 10

/**
 * Finds the blocks in which the balance changed, by halving the range; see `findTransfers`. Coin transfers have no
 * logs, and a contract may have sent them, so only the balance is reliable. A block, or a range, whose outflow equals
 * its inflow shows nothing: deposit addresses are not swept while their sessions are open. If the node no longer has
 * the state before the range, `heldBeforeBase` is used as the balance then.
 */
export async function findNativeTransfers(
  { chain, node }: ChainClient,
  { address, fromBlock, toBlock, heldBeforeBase, hints, maxBlocks }: NativeSearch,
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
  const search = { balanceAt, boundaries, maxBlocks }
  const changed = await changedBlocks(search, { low: before, high: after })
  const blocks = await Promise.all(
    changed.map(async ({ low, high }) => {
      const { blockNumber } = high
      const block = await nativePaymentsInBlock(node, { address, blockNumber })
      if (block.gainedBase === high.base - low.base) return block
      throw new ChainUnavailable(chain.chainId, 'a reorg happened while balances were read')
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

/** The blocks of the hinted transactions, ascending. Splitting at each and before it isolates it in two steps. */
async function hintedBlocks(node: Client, hints: readonly string[]): Promise<bigint[]> {
  const hashes = hints.filter((hint): hint is Hash => isHash(hint)).slice(0, maxHints)
  // A hint that can't be looked up only makes the search slower.
  const found = await Promise.allSettled(hashes.map((hash) => getTransaction(node, { hash })))
  const blocks = found.flatMap((lookup) => {
    const blockNumber = lookup.status === 'fulfilled' ? lookup.value.blockNumber : null
    return blockNumber === null ? [] : [blockNumber]
  })
  return blocks.sort((a, b) => Number(a - b))
}
