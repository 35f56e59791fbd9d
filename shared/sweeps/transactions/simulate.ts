import { decodeErrorResult, decodeFunctionResult, type Hex, multicall3Abi, numberToHex } from 'viem'
import type { HexAddress } from '../../chain/chain.ts'
import type { ChainClient } from '../../chain/open-chain.ts'
import { readChain } from '../../chain/read-chain.ts'
import { rpcRefusal } from '../../chain/rpc-refusal.ts'
import { type BatchCall, batchData, type Call } from './sweep-call.ts'

/** The gas that a call needs, or why it would fail. */
export type GasEstimate = { gas: bigint } | { refusal: string }

/** Estimates a call by the node's newest state. Throws `ChainUnavailable` if no node responds. */
export function estimateGas(
  client: ChainClient,
  from: HexAddress,
  { to, value, data }: Call,
): Promise<GasEstimate> {
  return readChain(client, async () => {
    try {
      const request = { from, to, value: numberToHex(value), data }
      const gas = await client.node.request({ method: 'eth_estimateGas', params: [request] })
      return { gas: BigInt(gas) }
    } catch (error) {
      const refusal = rpcRefusal(error)
      if (!refusal || !isByState(refusal)) throw error
      return { refusal: refusal.details.slice(0, 300) }
    }
  })
}

/** Whether a call returns `false`, as some tokens do instead of failing. Throws `ChainUnavailable`. */
export function returnsFalse(
  client: ChainClient,
  from: HexAddress,
  { to, data }: Call,
): Promise<boolean> {
  return readChain(client, async () => {
    const params = [{ from, to, data }, 'latest'] as const
    const returned = await client.node.request({ method: 'eth_call', params: [...params] })
    return returned.length === 66 && BigInt(returned) === 0n
  })
}

/** Whether the call fails by the chain's state, not because of the node. Code 3 is a revert. */
function isByState({ code, details }: { code: number; details: string }): boolean {
  return code === 3 || /revert|insufficient funds|gas required exceeds|out of gas/i.test(details)
}

/** Why each call of a batch would fail, in their order; null if it would not. Throws `ChainUnavailable`. */
export function simulateBatch(
  client: ChainClient,
  from: HexAddress,
  calls: readonly BatchCall[],
): Promise<(string | null)[]> {
  return readChain(client, async () => {
    const data = batchData(calls, { allowFailure: true })
    const to = client.chain.multicall3
    const result = await client.node.request({
      method: 'eth_call',
      params: [{ from, to, data }, 'latest'],
    })
    const outcomes = decodeFunctionResult({
      abi: multicall3Abi,
      functionName: 'aggregate3',
      data: result,
    })
    return outcomes.map(({ success, returnData }) => (success ? null : reasonOf(returnData)))
  })
}

/** A revert reason in words if it has any, otherwise the error's bytes. */
function reasonOf(returnData: Hex): string {
  try {
    const { errorName, args } = decodeErrorResult({ abi: [], data: returnData })
    return errorName === 'Error' ? String(args?.[0]).slice(0, 300) : errorName
  } catch {
    return `it reverts with ${returnData.slice(0, 74)}`
  }
}
