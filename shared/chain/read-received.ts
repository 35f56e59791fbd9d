import { type Client, encodeFunctionData, erc20Abi, getAddress, multicall3Abi } from 'viem'
import { aggregateAt, type WordCall } from './aggregate.ts'
import { ancestorCall } from './ancestor-call.ts'
import type { Chain } from './chain.ts'
import { ChainUnavailable } from './chain-unavailable.ts'
import { confirmedBlock } from './confirmed-block.ts'
import type { ChainClient } from './open-chain.ts'
import { type BlockRef, readBlock } from './read-block.ts'
import { readChain } from './read-chain.ts'

/** An address and what it is asked for: an ERC-20 contract, or null for the native coin. */
export type AddressAsset = { address: string; token: string | null }

export type Reading = {
  head: BlockRef
  /** The newest block with the required confirmations, an ancestor of `head`; genesis on a chain shorter than that. */
  confirmed: BlockRef
  /**
   * Whether two nodes gave the same confirmed amounts at the same block, or only one node is configured. An amount
   * must not be judged while this is false.
   */
  agreed: boolean
  /** Base units, in the order asked for. */
  balances: readonly { headBase: bigint; confirmedBase: bigint }[]
}

/**
 * Balances at the head and at the block that counts as confirmed (see `confirmedBlock`), each pinned to one block by its
 * hash: one eth_call per block for up to 1,000 assets. Throws `ChainUnavailable`; never a number that a node did not
 * state for that block.
 */
export async function readReceived(
  client: ChainClient,
  { assets, confirmations }: { assets: readonly AddressAsset[]; confirmations: number },
): Promise<Reading> {
  return readChain(client, async () => {
    const { chain, node } = client
    const calls = assets.map((asset) => balanceCall(chain, asset))
    const head = await readBlock(node)
    const confirmed = await confirmedBlock(client, head, confirmations)
    const atHead = await balancesAtHead(client, { head, confirmed, calls })
    const { amounts, agreed } = confirmed
      ? await confirmedBalances(client, confirmed, calls)
      : { amounts: [], agreed: true }
    return {
      head,
      confirmed: confirmed ?? (await readBlock(node, 0n)),
      agreed,
      balances: atHead.map((headBase, index) => ({
        headBase,
        confirmedBase: amounts[index] ?? 0n,
      })),
    }
  })
}

function balanceCall({ multicall3 }: Chain, { address, token }: AddressAsset): WordCall {
  const args = [getAddress(address)] as const
  if (token === null) {
    const abi = multicall3Abi
    return {
      target: multicall3,
      callData: encodeFunctionData({ abi, functionName: 'getEthBalance', args }),
    }
  }
  return {
    target: getAddress(token),
    callData: encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args }),
  }
}

type Pinned = { head: BlockRef; confirmed: BlockRef | undefined; calls: readonly WordCall[] }

/** Asks the head for its ancestor's hash in the same call, so that both blocks are known to be of one chain. */
async function balancesAtHead(
  { chain, node }: ChainClient,
  { head, confirmed, calls }: Pinned,
): Promise<bigint[]> {
  const hashCall = confirmed && ancestorCall(chain, head, confirmed)
  if (!hashCall) return (await aggregateAt({ chain, node }, head, calls)).map(BigInt)
  const [hash, ...words] = await aggregateAt({ chain, node }, head, [hashCall, ...calls])
  // Zero where the node cannot tell.
  if (hash !== confirmed.hash && BigInt(hash ?? 0) !== 0n) {
    throw new ChainUnavailable(chain.chainId, 'it was reorganised while it was read')
  }
  return words.map(BigInt)
}

async function confirmedBalances(
  { chain, node, nodes }: ChainClient,
  confirmed: BlockRef,
  calls: readonly WordCall[],
): Promise<{ amounts: bigint[]; agreed: boolean }> {
  const read = async (from: Client) =>
    (await aggregateAt({ chain, node: from }, confirmed, calls)).map(BigInt)
  if (nodes.length < 2) return { amounts: await read(node), agreed: true }
  const answers = await Promise.allSettled(nodes.map(read))
  const given = answers.flatMap((a) => (a.status === 'fulfilled' ? [a.value] : []))
  const pair = given.find((a, index) => given.slice(index + 1).some((b) => isSame(a, b)))
  if (pair) return { amounts: pair, agreed: true }
  if (given.length === 0) return { amounts: await read(node), agreed: false }
  const most = (index: number) => given.map((answer) => answer[index] ?? 0n).reduce(larger, 0n)
  return { amounts: calls.map((_, index) => most(index)), agreed: false }
}

/** Money that only one node shows must not be taken for gone. */
function larger(a: bigint, b: bigint): bigint {
  return a > b ? a : b
}

function isSame(a: readonly bigint[], b: readonly bigint[]): boolean {
  return a.length === b.length && a.every((amount, index) => amount === b[index])
}
