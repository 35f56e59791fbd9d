import type { AskChain } from '../../shared/chain/ask-chain.ts'
import { ChainUnavailable } from '../../shared/chain/chain-unavailable.ts'
import type { ChainClient } from '../../shared/chain/open-chain.ts'
import { readHoldings } from '../../shared/chain/read-holdings.ts'
import { accountKeys } from '../../shared/wallet/keys/account-keys.ts'
import { depositAddressesOf } from '../../shared/wallet/keys/derive-deposit-address.ts'
import { gasAddresses } from '../../shared/wallet/keys/wallet-accounts.ts'
import {
  type FoundMoney,
  onceEach,
  searchDepositAddresses,
  type Unread,
  unreadFrom,
} from '../../shared/wallet/search-deposit-addresses.ts'
import type { RecoverOptions } from './recover-options.ts'
import { isOpenEnded, searchParts } from './search-parts.ts'

export type Recovered = {
  found: FoundMoney[]
  unread: Unread[]
  gasWallet: string
  /** In lower case, all addresses of the mnemonic that were derived. */
  own: ReadonlySet<string>
  /** How many deposit addresses were searched, and whether money may be behind the last one. */
  searched: number
  isOpenEnded: boolean
}

type Deps = { ask: AskChain; now: () => Date; onProgress?: (searched: number) => void }

type Range = Pick<RecoverOptions, 'mode' | 'clients' | 'from' | 'until' | 'nextIndex'>

/** The addresses of the other mode that are derived to be refused. */
const otherModeAddresses = 500

/** The index of the gas wallet, which is separate from deposit addresses. */
export const gasIndex = -1

/**
 * What the gas wallet and every deposit address of a mnemonic hold on these chains, from the mnemonic alone: needs no
 * instance. Searches downwards from the next index, then upwards until enough addresses in a row are empty.
 */
export async function recover(
  { onProgress = () => undefined, ...deps }: Deps,
  mnemonic: string,
  { mode, clients, ...range }: Range,
): Promise<Recovered> {
  const keys = accountKeys(mnemonic)
  const gasWallets = gasAddresses(mnemonic)
  const other = depositAddressesOf(keys[mode === 'live' ? 'test' : 'live'])
  const own = new Set(Object.values(gasWallets).map((address) => address.toLowerCase()))
  for (let index = 0; index < otherModeAddresses; index += 1) own.add(other(index).toLowerCase())
  const deriving = depositAddressesOf(keys[mode])
  const addressAt = (index: number) => {
    const address = deriving(index)
    own.add(address.toLowerCase())
    return address
  }
  const gas = await ofGasWallet(deps, clients, gasWallets[mode])
  const found: FoundMoney[] = [...gas.found]
  const unread: Unread[] = [...gas.unread]
  let searched = 0
  for (const part of searchParts(range, found)) {
    let last = part.from
    for await (const step of searchDepositAddresses(deps, { clients, addressAt, ...part })) {
      found.push(...step.found)
      unread.push(...step.unread)
      searched += step.next - last
      last = step.next
      onProgress(searched)
    }
  }
  return {
    ...{ found, unread: onceEach(unread), gasWallet: gasWallets[mode] },
    ...{ own, searched, isOpenEnded: isOpenEnded(range) },
  }
}

async function ofGasWallet(
  { ask }: Deps,
  clients: readonly ChainClient[],
  address: string,
): Promise<Pick<Recovered, 'found' | 'unread'>> {
  const parts = await Promise.all(
    clients.map(async (client) => {
      try {
        const { held, unreadable } = await ask(client, (own) => readHoldings(own, [address]))
        const { chainId } = client.chain
        const found = held.map((money) => ({ index: gasIndex, chainId, ...money }))
        const symbols = unreadable.map((symbol) =>
          unreadFrom(client, 0, `${symbol} of the gas wallet returned no balance`),
        )
        return { found, unread: symbols }
      } catch (error) {
        if (!(error instanceof ChainUnavailable)) throw error
        return { found: [], unread: [unreadFrom(client, 0, error.message)] }
      }
    }),
  )
  return {
    found: parts.flatMap(({ found }) => found),
    unread: parts.flatMap(({ unread }) => unread),
  }
}
