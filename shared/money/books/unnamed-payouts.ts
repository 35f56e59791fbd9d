import { getAddress } from 'viem'
import { confirmedBlocksSince } from '../../chain/blocks/confirmed-blocks-since.ts'
import { listedTokenLogs } from '../../chain/transfers/listed-token-logs.ts'
import { unlessUnreadable } from '../../kernel/store/unreadable-rows.ts'
import { findAddresses } from '../../payments/ledger/store/addresses.ts'
import type { AuditServices, BookChain, Subject } from './audit-addresses.ts'
import { readPayouts } from './read-payouts.ts'
import { readSaid } from './read-said.ts'

type Place = {
  since: Date
  /** The last address of the page before. */
  cursor: string | null
  limit: number
}

/**
 * Sessions whose addresses paid listed tokens to a payout wallet in transactions that they name nowhere, from the payout
 * wallets' own logs: an authorization moves tokens without a transaction of the address, and leaves nothing there. Throws
 * `ChainUnavailable`, also if the node returns no logs of that many blocks.
 */
export async function unnamedPayouts(
  { table, ask, now, onFailure }: AuditServices,
  { mode, client }: BookChain,
  { since, cursor, limit }: Place,
): Promise<{ subjects: Subject[]; next: string | null }> {
  const { chainId } = client.chain
  const payouts = await readPayouts(table, mode, chainId)
  const to = [...(payouts ?? [])].map((address) => getAddress(address))
  if (to.length === 0) return { subjects: [], next: null }
  const range = await ask(client, (own) => confirmedBlocksSince(own, since, { now: now() }))
  const logs = await ask(client, (own) => listedTokenLogs(own, { to }, range))
  const bySender = Map.groupBy(logs, ({ args: { from } }) => from.toLowerCase())
  const senders = [...bySender.keys()].filter((sender) => sender > (cursor ?? '')).sort()
  const page = senders.slice(0, limit)
  const subjects: Subject[] = []
  for (const { address, sessionId } of await findAddresses(table, page)) {
    const load = () => readSaid(table, { mode, sessionId, chainId })
    const named = (await unlessUnreadable(load, onFailure))?.books([]).named
    const sent = bySender.get(address.toLowerCase())?.map((log) => log.transactionHash) ?? []
    const alsoRead = [...new Set(sent)].filter((hash) => !named?.has(hash))
    if (alsoRead.length > 0) subjects.push({ sessionId, address, isEmpty: false, alsoRead })
  }
  return { subjects, next: page.length < senders.length ? (page.at(-1) ?? null) : null }
}
