import {
  type Client,
  concat,
  decodeAbiParameters,
  encodeAbiParameters,
  type Hash,
  type Hex,
} from 'viem'
import type { Chain, HexAddress } from '../chain.ts'
import { selectors } from './selectors.ts'

/** A call that Multicall3 makes; if one that may not fail does, all of them fail. */
export type Call = { target: HexAddress; allowFailure: boolean; callData: Hex }

/** The state in which an eth_call runs. */
export type State = 'latest' | { blockHash: Hash; requireCanonical: true }

const calls = [
  {
    type: 'tuple[]',
    components: [
      { name: 'target', type: 'address' },
      { name: 'allowFailure', type: 'bool' },
      { name: 'callData', type: 'bytes' },
    ],
  },
] as const

const outcomes = [
  {
    type: 'tuple[]',
    components: [
      { name: 'success', type: 'bool' },
      { name: 'returnData', type: 'bytes' },
    ],
  },
] as const

/**
 * Makes calls in one eth_call to Multicall3 and returns their outcomes in the same order. Throws viem's errors. By hand,
 * because viem's `readContract` adds 50 kB to each function that reads a chain.
 */
export async function multicall(
  { chain, node }: { chain: Pick<Chain, 'multicall3'>; node: Client },
  asked: readonly Call[],
  state: State,
): Promise<readonly { success: boolean; returnData: Hex }[]> {
  const selector = selectors['aggregate3((address,bool,bytes)[])']
  const data = concat([selector, encodeAbiParameters(calls, [asked])])
  const result = await node.request({
    method: 'eth_call',
    params: [{ to: chain.multicall3, data }, state],
  })
  const [found] = decodeAbiParameters(outcomes, result)
  return found
}
