import { assetsOf, chainById, chainName } from '../../chain/chains.ts'
import type { Mode } from '../../kernel/mode.ts'
import type { Table } from '../../kernel/store/table.ts'
import { sessionOnPage } from '../../merchant/checkout/present-session.ts'
import { ordersOfSession } from '../../merchant/providers/store/provider-orders.ts'
import { paymentsOfSession } from '../../merchant/providers/store/provider-payments.ts'
import type { CheckoutSession } from '../../payments/checkout-sessions/rules/checkout-session.ts'
import { candidatesOf, isSameAsset } from '../../payments/checkout-sessions/rules/session-terms.ts'
import { isOwnMovement } from '../../payments/ledger/rules/address-movement.ts'
import { loadAddressMovements } from '../../payments/ledger/store/address-movements.ts'
import { loadTransfers } from '../../payments/ledger/store/transfers.ts'
import { loadUnlistedSearches } from '../../payments/ledger/store/unlisted-searches.ts'
import { loadUnmatchedDeposits } from '../../payments/ledger/store/unmatched-deposits.ts'
import { eventsOfSession } from '../../records/outbox/store/events.ts'
import type { Settings } from '../../records/settings/rules/settings.ts'
import { explainStatus } from './rules/explain-status.ts'
import {
  type AssetNames,
  type ExplainedSessionBody,
  presentExplainedSession,
} from './wire/explained-session.ts'

export type ExplainSessionDeps = {
  table: Table
  now: () => Date
  settings: (mode: Mode) => Promise<Settings>
}

/** A session of either mode with all its records, as its operator sees it. Throws `resource_not_found`. */
export async function explainSession(
  { table, now, settings }: ExplainSessionDeps,
  id: string,
): Promise<ExplainedSessionBody> {
  const session = await sessionOnPage(table, id)
  const { mode } = session
  const [transfers, movements, deposits, searches, events, orders, payments, policy] =
    await Promise.all([
      loadTransfers(table, { mode, sessionId: id }),
      loadAddressMovements(table, { mode, sessionId: id }),
      loadUnmatchedDeposits(table, { mode, sessionId: id }),
      loadUnlistedSearches(table, { mode, sessionId: id }),
      eventsOfSession(table, mode, id),
      ordersOfSession(table, { mode, sessionId: id }),
      paymentsOfSession(table, { mode, sessionId: id }),
      settings(mode),
    ])
  const why = explainStatus(session, { transfers, now: now(), policy, chainName })
  // A deposit that a reorg removed stays recorded with amount zero.
  const there = deposits.filter(({ amountBase }) => amountBase > 0n)
  const own = movements.filter(isOwnMovement)
  const found = { transfers, movements: own, deposits: there, searches, events }
  const records = { why, ...found, orders, payments }
  return presentExplainedSession(session, records, namesFor(session))
}

/** A session stores its own assets; our own movements may be in any asset. */
function namesFor(session: CheckoutSession): AssetNames {
  const locks = candidatesOf(session).map(({ lock }) => lock)
  return {
    chainName,
    asset: (wanted) => {
      const lock = locks.find((each) => isSameAsset(each, wanted))
      if (lock) return { symbol: lock.asset, decimals: lock.decimals }
      const chain = chainById(wanted.chainId)
      const assets = chain ? assetsOf(chain) : []
      const known = assets.find(({ tokenAddress }) => tokenAddress === wanted.tokenAddress)
      return known ?? { symbol: `base units of ${wanted.tokenAddress ?? 'coin'}`, decimals: 0 }
    },
  }
}
