import { newId } from '../../../shared/kernel/ids.ts'
import { notDelivered } from '../../../shared/merchant/providers/rules/order-report.ts'
import {
  dueOrders,
  orderCreation,
} from '../../../shared/merchant/providers/store/provider-orders.ts'
import { heldBy } from '../../../shared/payments/holdings/held-by.ts'
import { assetKey } from '../../../shared/payments/holdings/rules/holding.ts'
import {
  allHoldings,
  dueHoldings,
  firstDueHoldings,
  type HeldAsset,
  holdingCursor,
  holdingDue,
  pageDueHoldings,
  pageHoldings,
} from '../../../shared/payments/holdings/store/holdings.ts'
import { closingHour } from '../../../shared/payments/ledger/rules/closed-tiers.ts'
import {
  closedAddressCreation,
  closedAddresses,
} from '../../../shared/payments/ledger/store/closed-addresses.ts'
import {
  dueUnlistedSearches,
  unlistedSearchDue,
} from '../../../shared/payments/ledger/store/unlisted-searches.ts'
import { later } from '../../factories.ts'
import { seededBytes } from '../../seeded-bytes.ts'
import { sessionAt } from './readers-of-sessions.ts'
import {
  type Added,
  byCursor,
  byLimit,
  inOneGo,
  type Place,
  type ShardReader,
  type SpreadName,
} from './shard-reader.ts'

const mode = 'test'
const bytes = seededBytes('readers of money')
const chainId = 31337
const farFuture = later(100_000)

/** Others are on another chain. */
function heldAt(given: Place): HeldAsset {
  const asset = { asset: 'ETH', tokenAddress: null, decimals: 18 }
  return heldBy(sessionAt(given), { ...asset, chainId: given.isOther ? 1 : chainId })
}

function addHolding(given: Place): Added {
  const held = heldAt(given)
  const place = holdingCursor(held)
  return { key: place, place, writes: [holdingDue(held, later(given.second))] }
}

/** By when it is to be swept, then by session. */
function addDueHolding(given: Place): Added {
  const held = heldAt(given)
  const at = later(given.second)
  const place = `${at.toISOString()}#${held.sessionId}#${assetKey(held)}`
  return { key: holdingCursor(held), place, writes: [holdingDue(held, at)] }
}

const cursors = ({ holdings, next }: { holdings: HeldAsset[]; next: string | null }) => ({
  keys: holdings.map(holdingCursor),
  next,
})

/** Others closed on the day before. */
function addClosedAddress(given: Place): Added {
  const closedAt = later(given.second * 1800 - (given.isOther ? 86_400 : 0))
  const session = { ...sessionAt(given), closedAt }
  const place = `${closingHour(closedAt)}#${session.id}`
  return { key: place, place, writes: [closedAddressCreation(session)] }
}

/** Others are to be asked about later. */
function addOrder(given: Place): Added {
  const { id: sessionId, shard, createdAt } = sessionAt(given)
  const id = newId('providerOrder', createdAt, bytes)
  const queryAt = later(given.second + (given.isOther ? 100 : 0))
  const writes = orderCreation({
    id,
    mode,
    sessionId,
    shard,
    provider: 'moonpay',
    account: 1,
    version: 1,
    status: 'open',
    amount: '25.00',
    currency: 'USD',
    delivery: notDelivered,
    startedAt: createdAt,
    page: null,
    vendorId: null,
    paymentId: null,
    queryToken: null,
    vendorStatus: null,
    queryAt,
    queriedFrom: createdAt,
  })
  return { key: id, place: queryAt.toISOString(), writes }
}

/** By when it is due, then by session. Others are due later. */
function addDueSearch(given: Place): Added {
  const session = sessionAt(given)
  const at = later(given.second + (given.isOther ? 100 : 0))
  return {
    key: session.id,
    place: `${at.toISOString()}#${session.id}`,
    writes: [unlistedSearchDue(session, chainId, at)],
  }
}

const ofHoldings = { add: addHolding, order: 'oldest first' } as const
const ofDueHoldings = { add: addDueHolding, order: 'oldest first' } as const

export const readersOfMoney = {
  holdings: [
    {
      ...ofHoldings,
      shows: 'holdings of an export',
      showsAll: true,
      pages: byCursor(async (table, { limit, cursor: after }) =>
        cursors(await pageHoldings(table, mode, { limit, after })),
      ),
    },
    {
      ...ofHoldings,
      shows: 'holdings to compare with a chain',
      pages: byCursor(async (table, { limit, cursor: after }) =>
        cursors(await pageHoldings(table, mode, { limit, after, chainId })),
      ),
    },
    {
      ...ofHoldings,
      shows: 'all holdings',
      showsAll: true,
      pages: inOneGo((table) => allHoldings(table, mode), holdingCursor),
    },
  ],
  dueHoldings: [
    {
      ...ofDueHoldings,
      shows: 'holdings to search for lost sweeps',
      pages: byCursor(async (table, { limit, cursor: after }) =>
        cursors(await pageDueHoldings(table, { mode, chainId, limit, after })),
      ),
    },
    {
      ...ofDueHoldings,
      shows: 'holdings to sweep',
      pages: inOneGo(
        (table, pageSize) => dueHoldings(table, { mode, chainId, before: farFuture, pageSize }),
        holdingCursor,
      ),
    },
    {
      ...ofDueHoldings,
      shows: 'the first holdings to sweep',
      pages: byLimit(async (table, limit) =>
        (await firstDueHoldings(table, { mode, chainId, limit })).holdings.map(holdingCursor),
      ),
    },
  ],
  closedAddresses: [
    {
      shows: 'closed addresses',
      order: 'oldest first',
      add: addClosedAddress,
      pages: byCursor(async (table, { limit, cursor = null }) => {
        const hours = { from: closingHour(later(0)), to: closingHour(farFuture) }
        const page = await closedAddresses(table, { mode, ...hours, cursor, limit })
        const keys = page.rows.map((row) => row.cursor)
        return { keys, next: page.isLast ? null : page.end }
      }),
    },
  ],
  dueSearches: [
    {
      shows: 'searches for unlisted tokens',
      order: 'oldest first',
      add: addDueSearch,
      pages: byLimit(async (table, limit) =>
        (await dueUnlistedSearches(table, mode, { now: later(50), limit })).map(
          ({ sessionId }) => sessionId,
        ),
      ),
    },
  ],
  dueProviderOrders: [
    {
      shows: 'orders to ask a provider about',
      order: 'oldest first',
      add: addOrder,
      pages: inOneGo(
        (table) => dueOrders(table, { mode, now: later(50) }),
        ({ id }) => id,
      ),
    },
  ],
} as const satisfies Partial<Record<SpreadName, readonly ShardReader[]>>
