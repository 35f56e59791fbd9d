import { concat, numberToHex } from 'viem'
import { selectors } from '../balances/selectors.ts'
import type { WordCall } from '../balances/word-call.ts'
import type { BlockRef } from '../blocks/read-block.ts'
import type { Chain } from '../chain.ts'

const arbSys = '0x0000000000000000000000000000000000000064'

/** The number of block hashes that a contract can read. */
const rememberedBlocks = 256n

/**
 * The call that returns, in the state of `head`, the hash of a block below it. Undefined for the head itself and for
 * blocks that are too old for contracts to read: Arbitrum would reject the whole request.
 */
export function ancestorCall(
  { ancestry, multicall3 }: Chain,
  head: BlockRef,
  ancestor: BlockRef,
): WordCall | undefined {
  const depth = head.number - ancestor.number
  if (depth < 1n || depth > rememberedBlocks) return undefined
  const argument = numberToHex(ancestor.number, { size: 32 })
  return ancestry === 'arb-sys'
    ? { target: arbSys, callData: concat([selectors['arbBlockHash(uint256)'], argument]) }
    : { target: multicall3, callData: concat([selectors['getBlockHash(uint256)'], argument]) }
}
