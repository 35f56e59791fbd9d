import { encodeFunctionData, parseAbi } from 'viem'
import { getTransactionCount, sendTransaction } from 'viem/actions'
import { localAddresses } from '../../../shared/chain/local-addresses.ts'
import { deployer } from './local-accounts.ts'
import { type ChainAddress, generousFees, localClient } from './local-client.ts'

/** Prices in USD, with the feeds' 8 decimals. */
const answers = [
  { feed: localAddresses.ethUsdFeed, answer: 2500_00000000n },
  { feed: localAddresses.usdcUsdFeed, answer: 1_00000000n },
  { feed: localAddresses.eurUsdFeed, answer: 1_08000000n },
] as const

/** Sends a new round to every feed; the next block includes them. */
export async function postPrices(chain: ChainAddress): Promise<void> {
  const client = localClient(chain)
  const pending = { address: deployer.address, blockTag: 'pending' } as const
  const nonce = await getTransactionCount(client, pending)
  const abi = parseAbi(['function post(int256 answer)'])
  for (const [index, { feed, answer }] of answers.entries()) {
    const data = encodeFunctionData({ abi, args: [answer] })
    const request = { account: deployer, to: feed, data, nonce: nonce + index, gas: 200_000n }
    await sendTransaction(client, { ...request, ...generousFees })
  }
}
