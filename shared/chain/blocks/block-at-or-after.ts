import { BlockNotFoundError } from 'viem'
import { rpcRefusal } from '../nodes/rpc-refusal.ts'
import type { ChainClient } from '../open-chain.ts'
import { readChain } from '../read-chain.ts'
import { type BlockRef, readBlock } from './read-block.ts'

/**
 * The first block whose timestamp is at or after `time`, up to `headNumber`; `headNumber + 1` if there is none yet.
 * Block timestamps are whole seconds, and a chain's clock may be behind ours: leave a margin when money is at stake.
 */
export async function blockAtOrAfter(
  client: ChainClient,
  time: Date,
  headNumber: bigint,
): Promise<bigint> {
  return readChain(client, async () => {
    const isBefore = async (blockNumber: bigint) => {
      const block = await blockIfKept(client, blockNumber)
      return block === undefined || block.timestamp < time
    }
    const head = await readBlock(client.node, headNumber)
    if (head.timestamp < time) return headNumber + 1n
    const expected = (head.timestamp.getTime() - time.getTime()) / client.chain.blockTimeMs
    const low = await blockBefore(isBefore, headNumber, BigInt(Math.ceil(expected)) + 1n)
    return firstAfter(isBefore, low, headNumber)
  })
}

/** Undefined if the node no longer has it: some, such as a restarted development node, keep only a few. */
export async function blockIfKept(
  { node }: ChainClient,
  blockNumber: bigint,
): Promise<BlockRef | undefined> {
  try {
    return await readBlock(node, blockNumber)
  } catch (error) {
    if (isBlockMissing(error)) return undefined
    throw error
  }
}

function isBlockMissing(error: unknown): boolean {
  if (error instanceof BlockNotFoundError) return true
  return /prun|BlockOutOfRange/i.test(rpcRefusal(error)?.details ?? '')
}

type IsBefore = (blockNumber: bigint) => Promise<boolean>

/** A block before the time, in doubling steps back from the head; -1 if even genesis is not. */
async function blockBefore(isBefore: IsBefore, head: bigint, firstStep: bigint): Promise<bigint> {
  for (let step = firstStep; step <= head; step *= 2n) {
    if (await isBefore(head - step)) return head - step
  }
  return (await isBefore(0n)) ? 0n : -1n
}

/** Halves (low, high]: `low` is before the time, `high` is not. */
async function firstAfter(isBefore: IsBefore, low: bigint, high: bigint): Promise<bigint> {
  let [before, after] = [low, high]
  while (after - before > 1n) {
    const middle = (before + after) / 2n
    if (await isBefore(middle)) before = middle
    else after = middle
  }
  return after
}
