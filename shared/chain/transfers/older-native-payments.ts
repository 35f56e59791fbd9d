import type { Client } from 'viem'
import { getBlock } from 'viem/actions'
import type { HexAddress } from '../chain.ts'
import { directPayments, inBlock, sumBase } from './direct-payments.ts'
import type { FoundTransfer } from './found-transfer.ts'

export type OlderPayments = {
  address: HexAddress
  fromBlock: bigint
  /** The oldest block whose state the node has. */
  toBlock: bigint
  /** Balance after that block. */
  heldBase: bigint
  /** Blocks to search first. */
  likelyBlocks: readonly bigint[]
}

const blocksAtOnce = 16
const maxBlocks = 320n

/**
 * Explains money that arrived before the oldest state that a node has. Nodes keep blocks and receipts for longer, so
 * direct payments are still found there, newest first. The rest counts from `toBlock`, because it had certainly arrived
 * by then.
 */
export async function olderNativePayments(
  node: Client,
  { address, fromBlock, toBlock, heldBase, likelyBlocks }: OlderPayments,
): Promise<FoundTransfer[]> {
  const found: FoundTransfer[] = []
  for (const blocks of batchesOf({ fromBlock, toBlock, likelyBlocks })) {
    if (sumBase(found) >= heldBase) break
    const payments = await Promise.all(blocks.map((block) => paymentsIn(node, block, address)))
    found.push(...payments.flat())
  }
  const missingBase = heldBase - sumBase(found)
  if (missingBase > 0n) {
    const block = await getBlock(node, { blockNumber: toBlock, includeTransactions: true })
    found.push(inBlock({ txHash: null, from: null, amountBase: missingBase }, block))
  }
  return found.toSorted((a, b) => Number(a.blockNumber - b.blockNumber))
}

async function paymentsIn(
  node: Client,
  blockNumber: bigint,
  address: HexAddress,
): Promise<FoundTransfer[]> {
  const block = await getBlock(node, { blockNumber, includeTransactions: true })
  return (await directPayments(node, block, address)).map((payment) => inBlock(payment, block))
}

function* batchesOf({
  fromBlock,
  toBlock,
  likelyBlocks,
}: Pick<OlderPayments, 'fromBlock' | 'toBlock' | 'likelyBlocks'>): Generator<bigint[]> {
  const likely = new Set(likelyBlocks.filter((block) => block >= fromBlock && block <= toBlock))
  if (likely.size) yield [...likely]
  const last = toBlock - maxBlocks > fromBlock ? toBlock - maxBlocks : fromBlock
  let batch: bigint[] = []
  for (let block = toBlock; block >= last; block--) {
    if (!likely.has(block)) batch.push(block)
    if (batch.length < blocksAtOnce && block > last) continue
    yield batch
    batch = []
  }
}
