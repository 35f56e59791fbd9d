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
 * The blocks of the canonical chain that are not among the known ones, oldest first, at most 64: those that came since,
 * mined by whomever, and after a reorganisation the ones that replaced others.
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

/** The known blocks with the new ones, as many as the next look needs. */
export function remember(known: readonly ChainBlock[], fresh: readonly ChainBlock[]): ChainBlock[] {
  return [...known, ...fresh].slice(-2 * maxBlocks)
}

async function readBlock(
  rpcUrl: string,
  call: { method: string; params: readonly unknown[] },
): Promise<ChainBlock | null> {
  return callNode(rpcUrl, call, block.nullable())
}
