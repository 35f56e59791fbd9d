import type { AskChain } from '../chain/ask-chain.ts'
import type { ChainClient } from '../chain/open-chain.ts'
import { loadCheckoutSession } from '../checkout-sessions/store/sessions.ts'
import type { Mode } from '../kernel/mode.ts'
import type { Table } from '../kernel/store/table.ts'
import { findAddresses } from '../ledger/store/addresses.ts'
import { payoutSenders } from '../wallet/swept-since.ts'
import type { Searched, SearchedAddress } from './searched-addresses.ts'

type Services = { table: Table; now: () => Date; ask: AskChain }
type Search = { mode: Mode; since: Date }

/** So many are searched for at once. */
const addressesAtOnce = 100

/** `payouts/8453/`, and behind it the last address of the page before. */
const place = /^payouts\/(\d+)\/(.*)$/

export function isPlaceOfPayouts(after = ''): boolean {
  return place.test(after)
}

/** Where they begin on a chain; null if there is none. */
export function payoutsOn(client: ChainClient | undefined): string | null {
  return client ? `payouts/${client.chain.chainId}/` : null
}

/**
 * The next addresses of sessions after `after` from which tokens went to a payout wallet, chain by chain: those of sessions
 * that were closed at the backup, too, and paid once more. Throws `ChainUnavailable`.
 */
export async function paidOutAddresses(
  services: Services,
  clients: readonly ChainClient[],
  { after, ...search }: Search & { after: string },
): Promise<Searched> {
  const [, chainId, last = ''] = place.exec(after) ?? []
  const at = clients.findIndex(({ chain }) => chain.chainId === Number(chainId))
  const client = clients[at]
  if (!client) return { addresses: [], chainIds: [], next: null }
  const senders = await services.ask(client, (own) => payoutSenders(services, own, search))
  const left = [...senders.keys()].toSorted().filter((address) => address > last)
  const some = left.slice(0, addressesAtOnce)
  const isLast = some.length === left.length
  return {
    addresses: await withSessions(services.table, search.mode, some),
    chainIds: [Number(chainId)],
    next: isLast ? payoutsOn(clients[at + 1]) : `payouts/${chainId}/${some.at(-1)}`,
  }
}

async function withSessions(
  table: Table,
  wanted: Mode,
  addresses: readonly string[],
): Promise<SearchedAddress[]> {
  const found = await findAddresses(table, addresses)
  const own = found.filter(({ mode }) => mode === wanted)
  const sessions = await Promise.all(
    own.map(({ mode, sessionId }) => loadCheckoutSession(table, mode, sessionId)),
  )
  return sessions.flatMap((session) => {
    if (!session) return []
    const { id: sessionId, mode, shard, address, derivationIndex } = session
    return [{ mode, sessionId, ...(shard && { shard }), address, derivationIndex }]
  })
}
