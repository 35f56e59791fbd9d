import { aggregateAt } from './aggregate.ts'
import { balanceCall } from './balance-call.ts'
import { assetsOf, type ChainAsset } from './chains.ts'
import type { ChainClient } from './open-chain.ts'
import { readBlock } from './read-block.ts'
import { readChain } from './read-chain.ts'

type Holding = { address: string; asset: ChainAsset; amountBase: bigint }

export type Holdings = {
  /** What is more than zero. */
  held: Holding[]
  /** Symbols of tokens that stated no balance for some address: nothing is known of them there. */
  unreadable: string[]
}

/**
 * What addresses hold of the coin and the listed tokens of a chain at its head, by the first node that responds. For
 * finding money, not for judging a payment: nodes don't have to agree. Throws `ChainUnavailable`.
 */
export async function readHoldings(
  client: ChainClient,
  addresses: readonly string[],
): Promise<Holdings> {
  const { chain, node } = client
  const asked = assetsOf(chain).flatMap((asset) => addresses.map((address) => ({ address, asset })))
  const calls = asked.map(({ address, asset }) =>
    balanceCall(chain, { address, token: asset.tokenAddress }),
  )
  const words = await readChain(client, async () =>
    aggregateAt({ chain, node }, await readBlock(node), calls),
  )
  const held: Holding[] = []
  const unreadable = new Set<string>()
  for (const [index, of] of asked.entries()) {
    const word = words[index]
    if (word === undefined) unreadable.add(of.asset.symbol)
    else if (BigInt(word) > 0n) held.push({ ...of, amountBase: BigInt(word) })
  }
  return { held, unreadable: [...unreadable] }
}
