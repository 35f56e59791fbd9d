import { touchedAddresses } from '../../chain/balances/touched-addresses.ts'
import { confirmedBlocksSince } from '../../chain/blocks/confirmed-blocks-since.ts'
import { assetsOf, type ChainAsset } from '../../chain/chains.ts'
import type { ChainClient } from '../../chain/open-chain.ts'
import { tokenSenders } from '../../chain/transfers/token-senders.ts'
import type { Mode } from '../../kernel/mode.ts'
import type { Table } from '../../kernel/store/table.ts'
import { listPayoutWallets } from '../../money/payout-wallets/store/payout-wallets.ts'
import type { FindEmptied } from '../../payments/wallet/search-deposit-addresses.ts'

type Services = { table: Table; now: () => Date }
type Search = { mode: Mode; since: Date }

/** Addresses in lower case, each with a token that it sent. */
type Senders = ReadonlyMap<string, ChainAsset>

/**
 * Finds addresses that may have been swept since a backup: tokens of theirs went to the payout wallet, or they sent
 * transactions. What they hold now doesn't show it. Throws `ChainUnavailable`.
 */
export function sweptSince(services: Services, search: Search): FindEmptied {
  const onChains = new Map<number, Promise<Senders>>()
  return async (client, addresses) => {
    const { chain } = client
    const reading = onChains.get(chain.chainId) ?? payoutSenders(services, client, search)
    onChains.set(chain.chainId, reading)
    const [senders, touched] = await Promise.all([reading, touchedAddresses(client, addresses)])
    const [coin] = assetsOf(chain)
    return addresses.flatMap((address) => {
      const asset = senders.get(address.toLowerCase()) ?? (touched.includes(address) && coin)
      return asset ? [{ address, asset }] : []
    })
  }
}

/** Who sent tokens to one of the chain's payout wallets since then. Throws `ChainUnavailable`. */
export async function payoutSenders(
  { table, now }: Services,
  client: ChainClient,
  { mode, since }: Search,
): Promise<Senders> {
  const wallets = await listPayoutWallets(table, mode)
  const own = wallets.filter(({ chainId }) => chainId === client.chain.chainId)
  const recipients = own.flatMap(({ current, next }) => [current, ...(next ? [next] : [])])
  const addresses = recipients.map(({ address }) => address)
  return tokenSenders(client, addresses, await confirmedBlocksSince(client, since, { now: now() }))
}
