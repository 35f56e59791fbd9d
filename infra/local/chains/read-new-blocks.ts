import * as z from 'zod'
import { callNode, hex, quantity } from './call-node.ts'

const block = z.object({
  number: quantity,
  hash: hex,
  parentHash: hex,
  transactions: z.array(hex),
})

export type ChainBlock = z.output<typeof block>

const maxBlocks = 64

/**
 * Returns the blocks of the canonical chain that aren't known yet, oldest first, at most 64: new blocks, whoever mined them,
 * and after a reorg the blocks that replaced others.
 */
export async function readNewBlocks(
  rpcUrl: string,
  known: readonly ChainBlock[],
): Promise<ChainBlock[]> {
  const hashes = new Set(known.map(({ hash }) => hash))
  const fresh: ChainBlock[] = []
  let at = await readBlock(rpcUrl, { method: 'eth_getBlockByNumber', params: ['latest', false] })
  while (at && !hashes.has(at.hash) && fresh.length < maxBlocks) {
    fresh.unshift(at)
    at = await readBlock(rpcUrl, { method: 'eth_getBlockByHash', params: [at.parentHash, false] })
  }
  return fresh
}

/** Returns the known blocks with the new ones, as many as the next read needs. */
export function remember(known: readonly ChainBlock[], fresh: readonly ChainBlock[]): ChainBlock[] {
  return [...known, ...fresh].slice(-2 * maxBlocks)
}

async function readBlock(
  rpcUrl: string,
  call: { method: string; params: readonly unknown[] },
): Promise<ChainBlock | null> {
  return callNode(rpcUrl, call, block.nullable())
}
