import { chainName } from '../../chain/chains.ts'
import { idPrefixes, isId } from '../../kernel/ids.ts'
import type { Mode } from '../../kernel/mode.ts'
import type { Table } from '../../kernel/store/table.ts'
import { idsWithWords } from '../../kernel/store/words.ts'
import { referredSessions } from '../../merchant/providers/store/referred-sessions.ts'
import { listPayoutWallets } from '../../money/payout-wallets/store/payout-wallets.ts'
import { findAddresses } from '../../payments/ledger/store/addresses.ts'
import { movedBy } from '../../payments/ledger/store/moved-by.ts'
import { listGasWallets } from '../../payments/wallet/store/wallet-addresses.ts'
import { findCustomerId } from '../../records/customers/store/customers.ts'
import { findLinkOfSlug } from '../../records/payment-links/store/payment-links.ts'
import type { FoundId, SearchQuery } from './rules/read-query.ts'
import type { SearchResult } from './wire/search-result.ts'

export type Found = FoundId | SearchResult

type Scope = { table: Table; mode: Mode; limit: number }

/** Returns everything that a query may refer to, without duplicates, the most certain first, in one round trip. */
export async function findReferences(scope: Scope, query: SearchQuery): Promise<Found[]> {
  const { table, mode, limit } = scope
  const { id, hash, address, email, slug, orderId, text } = query
  const found = await Promise.all([
    id ? [id] : [],
    hash === undefined ? [] : movedBy(table, { mode, hash }, { limit }).then(asIds),
    address === undefined ? [] : ofAddress(scope, address),
    email === undefined ? [] : findCustomerId(table, mode, email).then(asCustomer),
    slug === undefined ? [] : ofSlug(scope, slug),
    orderId === undefined ? [] : referredSessions(table, mode, orderId).then(asIds),
    // What looks like an id, an address or a hash is searched for as such.
    id || hash || address ? [] : withWords(scope, text),
  ])
  const byId = new Map(found.flat().map((each) => [`${each.kind} ${each.id}`, each]))
  return [...byId.values()].slice(0, limit)
}

const worded = ['checkoutSession', 'customer', 'paymentLink'] as const

/** Newest first, across all kinds. */
async function withWords({ table, mode, limit }: Scope, text: string): Promise<FoundId[]> {
  const found = await Promise.all(
    worded.map(async (kind): Promise<FoundId[]> => {
      const ids = await idsWithWords(table, { mode, kind, text }, { limit })
      return ids.map((id) => ({ kind, id }))
    }),
  )
  const age = ({ kind, id }: FoundId) => id.slice(idPrefixes[kind].length)
  return found.flat().toSorted((a, b) => Number(age(a) < age(b)) - Number(age(a) > age(b)))
}

function asIds(ids: readonly string[]): FoundId[] {
  return ids.map((id) => ({ kind: isId('sweep', id) ? 'sweep' : 'checkoutSession', id }))
}

function asCustomer(id: string | undefined): FoundId[] {
  return id === undefined ? [] : [{ kind: 'customer', id }]
}

async function ofSlug({ table, mode }: Scope, slug: string): Promise<FoundId[]> {
  const found = await findLinkOfSlug(table, slug)
  return found?.mode === mode ? [{ kind: 'paymentLink', id: found.linkId }] : []
}

/** A deposit address has one session; payout wallets and gas wallets are few. */
async function ofAddress({ table, mode }: Scope, address: string): Promise<Found[]> {
  const [deposits, payouts, gas] = await Promise.all([
    findAddresses(table, [address]),
    listPayoutWallets(table, mode),
    listGasWallets(table, mode),
  ])
  const isIt = (other: { address: string } | null) => other?.address.toLowerCase() === address
  const sessions = deposits.filter((deposit) => deposit.mode === mode)
  return [
    ...asIds(sessions.map(({ sessionId }) => sessionId)),
    ...payouts
      .filter(({ current, next }) => isIt(current) || isIt(next))
      .map(({ chainId }) =>
        wallet('payout-wallet', { id: String(chainId), detail: chainName(chainId) }),
      ),
    ...gas.filter(isIt).map(({ walletId: id }) => wallet('gas-wallet', { id, detail: null })),
  ]

  function wallet(
    kind: 'payout-wallet' | 'gas-wallet',
    of: Pick<SearchResult, 'id' | 'detail'>,
  ): SearchResult {
    const nothing = { fiat: null, payments: null, status: null, at: null }
    return { kind, title: address, ...nothing, ...of }
  }
}
