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

const blockFunctions = parseAbi(['function getCurrentBlockTimestamp() view returns (uint256)'])

/** Well inside the gas that nodes grant an eth_call (1,000 balances take about 5 million). */
const callsPerRequest = 500

/**
 * The words that the calls return in the state after `block`, in their order: one eth_call by block hash for up to
 * 500. Each answer carries its block's timestamp, so an answer from any other block is refused. Throws
 * `ChainUnavailable` and viem's errors.
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
  const timestampCall = {
    target: chain.multicall3,
    callData: encodeFunctionData({
      abi: blockFunctions,
      functionName: 'getCurrentBlockTimestamp',
    }),
  }
  const results = await readContract(node, {
    address: chain.multicall3,
    abi: multicall3Abi,
    functionName: 'aggregate3',
    args: [[timestampCall, ...calls].map((call) => ({ ...call, allowFailure: false }))],
    blockHash: block.hash,
    requireCanonical: true,
  })
  const [timestamp, ...words] = results.map(({ returnData }) => oneWord(returnData))
  const expected = BigInt(block.timestamp.getTime() / 1000)
  if (timestamp === undefined || BigInt(timestamp) !== expected || words.length !== calls.length) {
    throw new ChainUnavailable(chain.chainId, `its node did not answer from block ${block.hash}`)
  }
  return words
}

/** Refuses what an address without code answers: nothing, which must never be read as zero. */
function oneWord(returnData: Hex): Hex {
  const [word] = decodeAbiParameters([{ type: 'bytes32' }], returnData)
  return word
}
