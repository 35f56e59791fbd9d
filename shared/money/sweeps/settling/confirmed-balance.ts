import { readReceived } from '../../../chain/balances/read-received.ts'
import { ChainUnavailable } from '../../../chain/chain-unavailable.ts'
import type { SweepServices, SweptChain } from '../sweep-services.ts'

/** An address's balance of an asset after the newest confirmed block, as nodes of two operators agree. */
export type ConfirmedBalance = { balanceBase: bigint; blockNumber: bigint }

/** Throws `ChainUnavailable`, also if the nodes disagree. */
export async function confirmedBalance(
  { ask, now }: Pick<SweepServices, 'ask' | 'now'>,
  { client }: SweptChain,
  asset: { address: string; token: string | null },
): Promise<ConfirmedBalance> {
  const { chainId, confirmations } = client.chain
  const options = { assets: [asset], confirmations, now: now() }
  const [reading] = await ask(client, (limited) => readReceived(limited, options))
  if (!reading?.agreed) throw new ChainUnavailable(chainId, 'its nodes disagree about a balance')
  return { balanceBase: reading.confirmedBase, blockNumber: reading.confirmed.number }
}
