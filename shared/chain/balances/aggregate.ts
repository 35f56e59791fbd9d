import { type Client, type Hex, size } from 'viem'
import type { BlockRef } from '../blocks/read-block.ts'
import type { Chain } from '../chain.ts'
import { ChainUnavailable } from '../chain-unavailable.ts'
import { type Ask, askEach } from './isolate-failing-calls.ts'
import { multicall } from './multicall.ts'
import { selectors } from './selectors.ts'
import type { Word, WordCall } from './word-call.ts'

/** Well inside the gas that nodes grant an eth_call (1,000 balances take about 5 million). */
const callsPerRequest = 1000

/**
 * The words that the calls return in the state after `block`, in the order of the calls. Makes one eth_call by block
 * hash per 1,000 calls, and a bounded number more if a contract fails. Each response includes its block's timestamp and
 * its chain's id, so a response from another block, or from a node that now serves another chain, is rejected. Throws
 * `ChainUnavailable` and viem's errors.
 */
export async function aggregateAt(
  { chain, node }: { chain: Chain; node: Client },
  block: BlockRef,
  calls: readonly WordCall[],
): Promise<Word[]> {
  const ask: Ask = (some) => aggregateOnce({ chain, node }, block, some)
  const chunks: Promise<Word[]>[] = []
  for (let start = 0; start < calls.length; start += callsPerRequest) {
    chunks.push(askEach(ask, calls.slice(start, start + callsPerRequest)))
  }
  return (await Promise.all(chunks)).flat()
}

async function aggregateOnce(
  { chain, node }: { chain: Chain; node: Client },
  block: BlockRef,
  calls: readonly WordCall[],
): Promise<Word[]> {
  const own = (signature: 'getCurrentBlockTimestamp()' | 'getChainId()') => ({
    target: chain.multicall3,
    callData: selectors[signature],
    allowFailure: false,
  })
  const results = await multicall(
    { chain, node },
    [
      ...[own('getCurrentBlockTimestamp()'), own('getChainId()')],
      ...calls.map((call) => ({ ...call, allowFailure: true })),
    ],
    { blockHash: block.hash, requireCanonical: true },
  )
  const [timestamp, chainId, ...words] = results.map(oneWord)
  const isFromBlock = isNumber(timestamp, block.timestamp.getTime() / 1000)
  if (!isFromBlock || words.length !== calls.length) {
    throw new ChainUnavailable(chain.chainId, `its node did not respond from block ${block.hash}`)
  }
  if (!isNumber(chainId, chain.chainId)) {
    throw new ChainUnavailable(chain.chainId, 'its node responded from another chain')
  }
  return words
}

function isNumber(word: Word, expected: number): boolean {
  return word !== undefined && BigInt(word) === BigInt(expected)
}

/** An address without code succeeds and returns nothing. */
function oneWord({ success, returnData }: { success: boolean; returnData: Hex }): Word {
  return success && size(returnData) === 32 ? returnData : undefined
}
