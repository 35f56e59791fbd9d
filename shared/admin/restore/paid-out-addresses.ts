import type { AskChain } from '../../chain/nodes/ask-chain.ts'
import type { ChainClient } from '../../chain/open-chain.ts'
import type { Mode } from '../../kernel/mode.ts'
import type { Table } from '../../kernel/store/table.ts'
import { loadCheckoutSession } from '../../payments/checkout-sessions/store/sessions.ts'
import { findAddresses } from '../../payments/ledger/store/addresses.ts'
import type { Searched, SearchedAddress } from './searched-addresses.ts'
import { payoutSenders } from './swept-since.ts'

type Services = { table: Table; now: () => Date; ask: AskChain }
type Search = { mode: Mode; since: Date }

/** This many are searched for at once. */
const addressesAtOnce = 100

/** The position in a search of what a chain's payout wallets received: after the last address of the previous page. */
export type Payouts = {
  client: ChainClient
  last: string
  /** Where to continue after this chain; null at the end. */
  following: string | null
}

/** Reads a position such as `payouts/8453/0x…`. Undefined for another kind, or a chain that doesn't exist. */
export function payoutsAt(clients: readonly ChainClient[], after = ''): Payouts | undefined {
  const [, chainId, last = ''] = /^payouts\/(\d+)\/(.*)$/.exec(after) ?? []
  const at = clients.findIndex(({ chain }) => chain.chainId === Number(chainId))
  const client = clients[at]
  return client && { client, last, following: payoutsOn(clients[at + 1]) }
}

/** The first position on a chain; null if there is none. */
export function payoutsOn(client: ChainClient | undefined): string | null {
  return client ? `payouts/${client.chain.chainId}/` : null
}

/**
 * The next addresses of sessions from which tokens went to a payout wallet, including sessions that were closed at the
 * backup and paid again later. Throws `ChainUnavailable`.
 */
export async function paidOutAddresses(
  services: Services,
  { client, last, following }: Payouts,
  search: Search,
): Promise<Searched> {
  const { chainId } = client.chain
  const senders = await services.ask(client, (own) => payoutSenders(services, own, search))
  const left = [...senders.keys()].toSorted().filter((address) => address > last)
  const some = left.slice(0, addressesAtOnce)
  const isLast = some.length === left.length
  return {
    addresses: await withSessions(services.table, search.mode, some),
    chainIds: [chainId],
    next: isLast ? following : `payouts/${chainId}/${some.at(-1)}`,
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
