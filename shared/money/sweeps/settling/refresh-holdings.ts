import { type Reading, readReceived } from '../../../chain/balances/read-received.ts'
import { smaller } from '../../../kernel/money.ts'
import { closedSessions } from '../../../payments/checkout-sessions/store/closed-sessions.ts'
import {
  type Holding,
  settled,
  withBalance,
  withWaiting,
} from '../../../payments/holdings/rules/holding.ts'
import { saveHolding } from '../../../payments/holdings/store/holdings.ts'
import { idleHoldings } from '../planning/idle-holdings.ts'
import { noteUnread } from '../planning/unread-rows.ts'
import type { SweepingChain, SweepServices } from '../sweep-services.ts'
import { announceMissing } from './compare-holdings.ts'

/** A holding whose money may be swept now. */
export type Candidate = {
  /** With its balance as just read, not yet stored. */
  holding: Holding
  /** The version that is stored. */
  from: number
  availableBase: bigint
}

/**
 * Reads the balances of the addresses, as nodes of two operators agree, and returns those whose money is confirmed and
 * whose session is closed. The others are stored with the reason why they wait. Throws `ChainUnavailable`.
 */
export async function refreshHoldings(
  services: SweepServices,
  { mode, client, unread }: SweepingChain,
  holdings: readonly Holding[],
): Promise<Candidate[]> {
  const { table, now, ask } = services
  const idle = await idleHoldings(table, holdings, unread)
  if (idle.length === 0) return []
  const { confirmations } = client.chain
  const assets = idle.map(({ address, tokenAddress }) => ({ address, token: tokenAddress }))
  const ids = [...new Set(idle.map(({ sessionId }) => sessionId))]
  const [readings, closed] = await Promise.all([
    ask(client, (limited) => readReceived(limited, { assets, confirmations, now: now() })),
    closedSessions(table, mode, { ids, onUnreadable: noteUnread(unread) }),
  ])
  const candidates: Candidate[] = []
  for (const [index, before] of idle.entries()) {
    const seen = { reading: readings[index], isClosed: closed.has(before.sessionId), now: now() }
    const { holding, availableBase } = refreshed(before, seen)
    await announceMissing(services, before, holding)
    if (availableBase > 0n) candidates.push({ holding, from: before.version, availableBase })
    else await saveHolding(table, holding, before)
  }
  return candidates
}

type Seen = { reading: Reading | undefined; isClosed: boolean; now: Date }

/** The holding as it is now, and how much of it may be swept. */
function refreshed(
  before: Holding,
  { reading, isClosed, now }: Seen,
): { holding: Holding; availableBase: bigint } {
  const waits = (holding: Holding, reason: 'session_open' | 'unconfirmed') => ({
    holding: withWaiting(holding, { reason }, now),
    availableBase: 0n,
  })
  if (!reading?.agreed) return waits(before, 'unconfirmed')
  const { confirmedBase, headBase, confirmed } = reading
  const holding = withBalance(before, {
    balanceBase: confirmedBase,
    blockNumber: confirmed.number,
  })
  if (headBase === 0n && confirmedBase === 0n)
    return { holding: settled(holding), availableBase: 0n }
  if (!isClosed) return waits(holding, 'session_open')
  const availableBase = smaller(confirmedBase, headBase)
  return availableBase === 0n ? waits(holding, 'unconfirmed') : { holding, availableBase }
}
