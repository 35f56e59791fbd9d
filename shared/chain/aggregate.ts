import {
  type Client,
  decodeAbiParameters,
  encodeFunctionData,
  type Hex,
  multicall3Abi,
  parseAbi,
} from 'viem'
import { readContract } from 'viem/actions'
import type { Chain, HexAddress } from './chain.ts'
import { ChainUnavailable } from './chain-unavailable.ts'
import type { BlockRef } from './read-block.ts'

/** A call to a function that returns one 32-byte word. */
export type WordCall = { target: HexAddress; callData: Hex }

const ownFunctions = parseAbi([
  'function getCurrentBlockTimestamp() view returns (uint256)',
  'function getChainId() view returns (uint256)',
])

/** Well inside the gas that nodes grant an eth_call (1,000 balances take about 5 million). */
const callsPerRequest = 1000

/**
 * The words that the calls return in the state after `block`, in their order: one eth_call by block hash for up to
 * 1,000. Each answer carries its block's timestamp and its chain's id, so an answer from any other block, or from a node
 * that has come to stand for another chain, is refused. Throws `ChainUnavailable` and viem's errors.
 */
export async function aggregateAt(
  { chain, node }: { chain: Chain; node: Client },
  block: BlockRef,
  calls: readonly WordCall[],
): Promise<Hex[]> {
  const chunks: Promise<Hex[]>[] = []
  for (let start = 0; start < calls.length; start += callsPerRequest) {
    chunks.push(aggregateChunk({ chain, node }, block, calls.slice(start, start + callsPerRequest)))
  }
  return (await Promise.all(chunks)).flat()
}

async function aggregateChunk(
  { chain, node }: { chain: Chain; node: Client },
  block: BlockRef,
  calls: readonly WordCall[],
): Promise<Hex[]> {
  const own = (functionName: 'getCurrentBlockTimestamp' | 'getChainId') => ({
    target: chain.multicall3,
    callData: encodeFunctionData({ abi: ownFunctions, functionName }),
  })
  const results = await readContract(node, {
    address: chain.multicall3,
    abi: multicall3Abi,
    functionName: 'aggregate3',
    args: [
      [own('getCurrentBlockTimestamp'), own('getChainId'), ...calls].map((call) => ({
        ...call,
        allowFailure: false,
      })),
    ],
    blockHash: block.hash,
    requireCanonical: true,
  })
  const [timestamp, chainId, ...words] = results.map(({ returnData }) => oneWord(returnData))
  const isFromBlock = isNumber(timestamp, block.timestamp.getTime() / 1000)
  if (!isFromBlock || words.length !== calls.length) {
    throw new ChainUnavailable(chain.chainId, `its node did not answer from block ${block.hash}`)
  }
  if (!isNumber(chainId, chain.chainId)) {
    throw new ChainUnavailable(chain.chainId, 'its node answered from another chain')
  }
  return words
}

function isNumber(word: Hex | undefined, expected: number): boolean {
  return word !== undefined && BigInt(word) === BigInt(expected)
}

/** Refuses what an address without code answers: nothing, which must never be read as zero. */
function oneWord(returnData: Hex): Hex {
  const [word] = decodeAbiParameters([{ type: 'bytes32' }], returnData)
  return word
}
