import { type Client, getAddress, numberToHex } from 'viem'
import type { HexAddress } from '../chain.ts'
import { refusalOf } from '../nodes/refusal-of.ts'
import { rpcRefusal } from '../nodes/rpc-refusal.ts'
import type { ChainClient } from '../open-chain.ts'
import { tokenCallData } from './balance-call.ts'
import { selectors } from './selectors.ts'

/** Enough for any honest `balanceOf`, and cheap if a contract burns all of it or returns a huge response. */
const callGas = 300_000n

/**
 * The balance that an unknown contract reports for an address; 0 if it returns anything but one number. Undefined if the
 * contract can't be asked: the call fails, in whatever words, while another one to the same node and block works. Throws
 * viem's errors if no node responds.
 */
export async function unlistedBalance(
  client: ChainClient,
  { token, address, toBlock }: { token: HexAddress; address: HexAddress; toBlock: bigint },
): Promise<bigint | undefined> {
  const data = tokenCallData(address)
  let failure: unknown
  for (const node of client.nodes) {
    try {
      const result = await call(node, { to: token, data }, toBlock)
      return /^0x[0-9a-f]{64}$/i.test(result) ? BigInt(result) : 0n
    } catch (error) {
      if (isRefused(error) && (await isAnswering(client, node, toBlock))) return undefined
      failure ??= error
    }
  }
  throw failure
}

type Called = { to: HexAddress; data: HexAddress }

function call(node: Client, { to, data }: Called, toBlock: bigint): Promise<string> {
  const gas = numberToHex(callGas)
  return node.request({ method: 'eth_call', params: [{ to, data, gas }, numberToHex(toBlock)] })
}

/** Whether the node itself stated why it refused the call; a limit of its own proves nothing about the contract. */
function isRefused(error: unknown): boolean {
  const kind = rpcRefusal(error) && refusalOf(error)
  return kind === 'dead' || kind === 'narrow'
}

function isAnswering({ chain }: ChainClient, node: Client, toBlock: bigint): Promise<boolean> {
  const harmless = { to: getAddress(chain.multicall3), data: selectors['getChainId()'] }
  return call(node, harmless, toBlock).then(
    () => true,
    () => false,
  )
}
