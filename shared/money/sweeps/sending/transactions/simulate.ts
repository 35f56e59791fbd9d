import {
  type Client,
  decodeErrorResult,
  decodeFunctionResult,
  type Hex,
  multicall3Abi,
  numberToHex,
} from 'viem'
import { getCode } from 'viem/actions'
import type { HexAddress } from '../../../../chain/chain.ts'
import { askOperators } from '../../../../chain/nodes/ask-operators.ts'
import { operatorCount, votesNeeded } from '../../../../chain/nodes/operator-votes.ts'
import { isByState, rpcRefusal } from '../../../../chain/nodes/rpc-refusal.ts'
import type { ChainClient } from '../../../../chain/open-chain.ts'
import { higherOfTwo, lowerOfTwo } from '../../../../chain/rules/of-two.ts'
import type { Estimated } from '../../rules/gas-limit.ts'
import { type BatchCall, batchData, type Call } from './sweep-call.ts'

/**
 * Estimates a call by the newest state of the nodes of two operators, or says why it would fail: as two of them do, or
 * one of two. Throws `ChainUnavailable` if too few respond.
 */
export async function estimateGas(
  client: ChainClient,
  from: HexAddress,
  call: Call,
): Promise<Estimated | { refusal: string }> {
  const responses = await askOperators(client, (node) => estimateOn(node, from, call))
  const stated = responses.flatMap(({ operator, given }) =>
    'gas' in given ? [{ operator, figure: given.gas }] : [],
  )
  if (operatorCount(stated) >= votesNeeded(client)) {
    return { higher: higherOfTwo(stated), lower: lowerOfTwo(stated) }
  }
  const [refusal = ''] = responses.flatMap(({ given }) =>
    'refusal' in given ? [given.refusal] : [],
  )
  return { refusal: stated.length > 0 ? `Only one of its nodes says: ${refusal}` : refusal }
}

async function estimateOn(
  node: Client,
  from: HexAddress,
  { to, value, data }: Call,
): Promise<{ gas: bigint } | { refusal: string }> {
  try {
    const request = { from, to, value: numberToHex(value), data }
    const gas = await node.request({ method: 'eth_estimateGas', params: [request] })
    return { gas: BigInt(gas) }
  } catch (error) {
    const refusal = rpcRefusal(error)
    if (!refusal || !isByState(refusal)) throw error
    return { refusal: refusal.details.slice(0, 300) }
  }
}

/** Whether nodes of two operators have no code at an address. Throws `ChainUnavailable`. */
export async function isPlainAccount(client: ChainClient, address: HexAddress): Promise<boolean> {
  const responses = await askOperators(client, (node) => getCode(node, { address }))
  const plain = responses.filter(({ given }) => given === undefined)
  return operatorCount(plain) >= votesNeeded(client)
}

/** Whether a call returns `false`, as some tokens do instead of failing. Throws `ChainUnavailable`. */
export async function returnsFalse(
  client: ChainClient,
  from: HexAddress,
  { to, data }: Call,
): Promise<boolean> {
  const responses = await askOperators(client, async (node) => {
    const params = [{ from, to, data }, 'latest'] as const
    const returned = await node.request({ method: 'eth_call', params: [...params] })
    return returned.length === 66 && BigInt(returned) === 0n
  })
  const others = responses.filter(({ given }) => !given)
  return operatorCount(others) < votesNeeded(client)
}

/**
 * Why each call of a batch would fail, in their order; null if nodes of two operators say that it would not. Throws
 * `ChainUnavailable`.
 */
export async function simulateBatch(
  client: ChainClient,
  from: HexAddress,
  calls: readonly BatchCall[],
): Promise<(string | null)[]> {
  const data = batchData(calls, { allowFailure: true })
  const call = { from, to: client.chain.multicall3, data }
  const responses = await askOperators(client, async (node) => {
    const result = await node.request({ method: 'eth_call', params: [call, 'latest'] })
    const outcomes = decodeFunctionResult({
      abi: multicall3Abi,
      functionName: 'aggregate3',
      data: result,
    })
    return outcomes.map(({ success, returnData }) => (success ? null : reasonOf(returnData)))
  })
  const votes = votesNeeded(client)
  return calls.map((_, index) => {
    const working = responses.filter(({ given }) => given[index] === null)
    if (operatorCount(working) >= votes) return null
    const [refusal = 'it responds with nothing'] = responses.flatMap(
      ({ given }) => given[index] ?? [],
    )
    return working.length > 0 ? `Only one of its nodes says: ${refusal}` : refusal
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
