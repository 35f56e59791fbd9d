import { readHoldings } from '../../shared/chain/balances/read-holdings.ts'
import { ChainUnavailable } from '../../shared/chain/chain-unavailable.ts'
import type { AskChain } from '../../shared/chain/nodes/ask-chain.ts'
import type { ChainClient } from '../../shared/chain/open-chain.ts'
import { accountKeyAt } from '../../shared/payments/wallet/keys/account-keys.ts'
import { depositAddressesOf } from '../../shared/payments/wallet/keys/derive-deposit-address.ts'
import { pathsOfMode, type WalletPaths } from '../../shared/payments/wallet/keys/derive-private.ts'
import { accountsAt } from '../../shared/payments/wallet/keys/wallet-accounts.ts'
import {
  type FoundMoney,
  onceEach,
  searchDepositAddresses,
  type Unread,
  unreadFrom,
} from '../../shared/payments/wallet/search-deposit-addresses.ts'
import type { Progress } from './progress-text.ts'
import type { RecoverOptions } from './recover-options.ts'
import { isOpenEnded, type Part, searchParts } from './search-parts.ts'
import { openProgress } from './search-progress.ts'
import { type Searched, searchedPaths } from './searched-paths.ts'

export type Recovered = {
  found: FoundMoney[]
  unread: Unread[]
  gasWallet: string
  /** All derived addresses of the mnemonic, in lower case. */
  own: ReadonlySet<string>
  /** How many deposit addresses were searched, and whether money may be behind the last one. */
  searched: number
  isOpenEnded: boolean
}

type Deps = { ask: AskChain; now: () => Date; onProgress?: (progress: Progress) => void }

type Range = Pick<
  RecoverOptions,
  'mode' | 'account' | 'clients' | 'from' | 'until' | 'nextIndex' | 'resume' | 'sweepTo'
>

/** This many addresses of the other mode are derived so that they can be refused. */
const otherModeAddresses = 500

/** The index of the gas wallet, which is separate from deposit addresses. */
export const gasIndex = -1

/**
 * Finds the balances of the gas wallet and of every deposit address of a mnemonic on these chains, from the mnemonic
 * alone: needs no instance. Searches downwards from the next index, then upwards until enough consecutive addresses are
 * empty. With `resume`, continues where an earlier search ended that wrote its progress to that file.
 */
export async function recover(
  { onProgress = () => undefined, ...deps }: Deps,
  mnemonic: string,
  { mode, account, clients, resume, sweepTo, ...range }: Range,
): Promise<Recovered> {
  const paths = searchedPaths({ mode, account })
  const gasWallet = gasWalletAt(mnemonic, paths)
  const own = new Set([gasWallet.toLowerCase(), ...othersToRefuse(mnemonic, { mode, account })])
  const deriving = depositAddressesOf(accountKeyAt(mnemonic, paths.deposits))
  const addressAt = (index: number) => {
    const address = deriving(index)
    own.add(address.toLowerCase())
    return address
  }
  const progress = await openProgress({ mode, gasWallet, resume, clients })
  const known = [
    { index: gasIndex, address: gasWallet },
    ...progress.found
      .filter((index) => index >= range.from && index < (range.until ?? Number.POSITIVE_INFINITY))
      .map((index) => ({ index, address: addressAt(index) })),
  ]
  const first = await readAt(deps, clients, known)
  const found = largest(first.found)
  const unread: Unread[] = [...first.unread]
  const parts = searchParts(range, found)
  const before = parts.map(progress.searchedOf)
  let searched = before.reduce((sum, count) => sum + count, 0)
  let now = 0
  for (const [place, part] of parts.entries()) {
    let last = part.from + (before[place] ?? 0)
    if (sweepTo) deriveAll(addressAt, part.from, last)
    const rest = { ...part, from: last }
    for await (const step of searchDepositAddresses(deps, { clients, addressAt, ...rest })) {
      found.splice(0, found.length, ...largest([...found, ...step.found]))
      unread.push(...step.unread)
      now += step.next - last
      searched += step.next - last
      last = step.next
      // Only what every chain has responded for needn't be searched again.
      if (unread.length === 0) await progress.note(part, { next: last, found: indicesOf(found) })
      onProgress({ searched, planned: plannedOf(parts), now, withMoney: indicesOf(found).length })
    }
  }
  return {
    found,
    unread: onceEach(unread),
    gasWallet,
    own,
    searched,
    isOpenEnded: isOpenEnded(range),
  }
}

function gasWalletAt(mnemonic: string, paths: WalletPaths): string {
  const accounts = accountsAt(mnemonic, paths)
  accounts.wipe()
  return accounts.gasAccount().address
}

/** An instance with this mnemonic also has addresses of the other mode. The owner of an account has other accounts. */
function othersToRefuse(mnemonic: string, { mode, account }: Searched): string[] {
  if (account !== null) return []
  const paths = pathsOfMode(mode === 'live' ? 'test' : 'live')
  const addressAt = depositAddressesOf(accountKeyAt(mnemonic, paths.deposits))
  const deposits = Array.from({ length: otherModeAddresses }, (_, index) => addressAt(index))
  return [gasWalletAt(mnemonic, paths), ...deposits].map((address) => address.toLowerCase())
}

/** Addresses that an earlier run searched must still be refused as recipients. */
function deriveAll(addressAt: (index: number) => string, from: number, before: number): void {
  for (let index = from; index < before; index += 1) addressAt(index)
}

function plannedOf(parts: readonly Part[]): number {
  return parts.reduce((sum, { from, until }) => sum + until() - from, 0)
}

/** The indices of deposit addresses that hold something. */
function indicesOf(found: readonly FoundMoney[]): number[] {
  const indices = found.map(({ index }) => index).filter((index) => index !== gasIndex)
  return [...new Set(indices)]
}

/** Several nodes may report the same money: the largest amount counts, since a node may hide some. */
function largest(found: readonly FoundMoney[]): FoundMoney[] {
  const byPlace = new Map<string, FoundMoney>()
  for (const money of found) {
    const place = [money.index, money.chainId, money.asset.tokenAddress].join(' ')
    const known = byPlace.get(place)
    if (!known || known.amountBase < money.amountBase) byPlace.set(place, money)
  }
  return [...byPlace.values()]
}

async function readAt(
  { ask }: Deps,
  clients: readonly ChainClient[],
  known: readonly { index: number; address: string }[],
): Promise<Pick<Recovered, 'found' | 'unread'>> {
  const addresses = known.map(({ address }) => address)
  const indexOf = new Map(known.map(({ index, address }) => [address, index]))
  const parts = await Promise.all(
    clients.map(async (client) => {
      try {
        const { held, unreadable } = await ask(client, (own) => readHoldings(own, addresses))
        const { chainId } = client.chain
        const found = held.map((money) => ({
          index: indexOf.get(money.address) ?? gasIndex,
          chainId,
          ...money,
        }))
        const symbols = unreadable.map((symbol) =>
          unreadFrom(client, 0, `${symbol} returned no balance`),
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
