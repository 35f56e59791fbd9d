import {
  type Client,
  decodeFunctionResult,
  encodeFunctionData,
  erc20Abi,
  getAddress,
  type Hex,
  multicall3Abi,
  numberToHex,
} from 'viem'
import type { Chain } from '../../../chain/chain.ts'

/** Through one node. */
export type ReadNode = { chain: Chain; node: Client }

/**
 * Balances of an address, by token in lower case, `null` for the coin. Without tokens whose contracts return nothing.
 */
export type Balances = ReadonlyMap<string | null, bigint>

/** 500 balances take some 3 million gas, which every node grants. */
const callsPerRequest = 500

/**
 * Balances of addresses in the chain's coin and listed tokens after a block, in the order of the addresses. Throws
 * viem's errors.
 */
export async function readBalances(
  { chain, node }: ReadNode,
  addresses: readonly string[],
  block: bigint,
): Promise<Balances[]> {
  const tokens = [null, ...chain.tokens.map(({ address }) => address.toLowerCase())]
  const calls = addresses.flatMap((address) => tokens.map((token) => callOf(chain, address, token)))
  const amounts: (bigint | undefined)[] = []
  for (let start = 0; start < calls.length; start += callsPerRequest) {
    const some = calls.slice(start, start + callsPerRequest)
    amounts.push(...(await ask({ chain, node }, some, block)))
  }
  return addresses.map((_, index) => {
    const own = amounts.slice(index * tokens.length, (index + 1) * tokens.length)
    return new Map(
      tokens.flatMap((token, at): [string | null, bigint][] => {
        const amount = own[at]
        return amount === undefined ? [] : [[token, amount]]
      }),
    )
  })
}

function callOf({ multicall3 }: Chain, of: string, token: string | null) {
  const args = [getAddress(of)] as const
  if (token !== null) {
    const callData = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args })
    return { target: getAddress(token), allowFailure: true, callData }
  }
  const callData = encodeFunctionData({
    abi: multicall3Abi,
    functionName: 'getEthBalance',
    args,
  })
  return { target: multicall3, allowFailure: false, callData }
}

async function ask(
  { chain, node }: ReadNode,
  calls: readonly ReturnType<typeof callOf>[],
  block: bigint,
): Promise<(bigint | undefined)[]> {
  const functionName = 'aggregate3'
  const data = encodeFunctionData({ abi: multicall3Abi, functionName, args: [calls] })
  const returned: Hex = await node.request({
    method: 'eth_call',
    params: [{ to: chain.multicall3, data }, numberToHex(block)],
  })
  const results = decodeFunctionResult({ abi: multicall3Abi, functionName, data: returned })
  return results.map(({ success, returnData }) =>
    success && /^0x[\da-f]{64}$/i.test(returnData) ? BigInt(returnData) : undefined,
  )
}
