import { readBlock } from '../blocks/read-block.ts'
import { assetsOf, type ChainAsset } from '../chains.ts'
import type { ChainClient } from '../open-chain.ts'
import { readChain } from '../read-chain.ts'
import { aggregateAt } from './aggregate.ts'
import { balanceCall } from './balance-call.ts'

type Holding = { address: string; asset: ChainAsset; amountBase: bigint }

export type Holdings = {
  /** Balances above zero. */
  held: Holding[]
  /** Symbols of tokens that returned no balance for at least one address: their balances are unknown there. */
  unreadable: string[]
}

/**
 * Balances of addresses in a chain's coin and listed tokens at its head, according to the first node that responds. For
 * finding money, not for deciding about payments: nodes don't have to agree. Throws `ChainUnavailable`.
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
