import { expect } from 'vitest'
import { paymentExportPage } from '../../../shared/admin/payments/payment-export-page.ts'
import { listPayments } from '../../../shared/admin/payments/store/payment-list.ts'
import { isId, newId } from '../../../shared/kernel/ids.ts'
import { shardOf } from '../../../shared/kernel/store/shards.ts'
import { idsWithWords } from '../../../shared/kernel/store/words.ts'
import type { CheckoutSession } from '../../../shared/payments/checkout-sessions/rules/checkout-session.ts'
import { openSessions } from '../../../shared/payments/checkout-sessions/store/open-sessions.ts'
import {
  listCheckoutSessions,
  type SessionFilter,
} from '../../../shared/payments/checkout-sessions/store/session-list.ts'
import { sessionPairs } from '../../../shared/payments/checkout-sessions/store/session-pairs.ts'
import { sessionWords } from '../../../shared/payments/checkout-sessions/store/session-words.ts'
import {
  sessionCreation,
  sessionReplacement,
} from '../../../shared/payments/checkout-sessions/store/sessions.ts'
import { aSession, later } from '../../factories.ts'
import { seededBytes } from '../../seeded-bytes.ts'
import { countedPages } from './counted-pages.ts'
import {
  type Added,
  byCursor,
  byLimit,
  idsOf,
  inOneGo,
  type Place,
  type ShardReader,
  type SpreadName,
} from './shard-reader.ts'

const mode = 'test'
const bytes = seededBytes('readers of sessions')
const linkId = 'pl_01JD8Z3K000000000000000000'
const metadata = { plan: 'pro' }

/** Others expired, were to be paid in another asset, and belong to another link. */
export function sessionAt(
  { second, isOther, shards }: Place,
  createdAt = later(second),
): CheckoutSession {
  const id = newId('checkoutSession', createdAt, bytes)
  const { lock } = aSession()
  return aSession({
    id,
    createdAt,
    shard: shardOf(id, shards),
    metadata: isOther ? null : metadata,
    status: isOther ? 'expired' : 'paid',
    linkId: isOther ? 'pl_other' : linkId,
    lock: { ...lock, asset: isOther ? 'USDC' : 'ETH' },
  })
}

function addSession(given: Place): Added {
  const session = sessionAt(given)
  const { id, version, expiresAt } = session
  return {
    key: id,
    place: id,
    writes: [
      sessionCreation(session, expiresAt),
      ...sessionWords(session, ['plan']),
      ...sessionPairs(session),
    ],
    changes: [sessionReplacement({ ...session, version: version + 1 }, version, expiresAt)],
  }
}

/** One request for each page, so that a page may be short. */
const listed = (filter: Omit<SessionFilter, 'mode'>) =>
  byCursor(async (table, { limit, cursor: before }) => {
    const reading = { limit, maxRounds: 1, filteredRows: 8 }
    const page = await listCheckoutSessions(table, { mode, ...filter, before }, reading)
    expect(page.nextCursor === null || isId('checkoutSession', page.nextCursor)).toBe(true)
    return idsOf(page)
  })

const ofSessions = { add: addSession, order: 'newest first' } as const

const farFuture = later(100_000)

/** Each created at a millisecond of its own, since what is counted has no id. */
const addCounted = (given: Place): Added => {
  const createdAt = new Date(later(given.second).getTime() + given.number)
  const at = createdAt.toISOString()
  return { key: at, place: at, writes: [sessionCreation(sessionAt(given, createdAt), farFuture)] }
}

export const readersOfSessions = {
  sessions: [
    { ...ofSessions, shows: 'sessions', showsAll: true, pages: listed({}) },
    { ...ofSessions, shows: 'sessions of an asset', pages: listed({ asset: 'ETH' }) },
    {
      ...ofSessions,
      shows: 'an export of payments',
      showsAll: true,
      pages: ({ table }) =>
        byCursor(async (of, { cursor }) => {
          const { payments, next } = await paymentExportPage(of, { mode, statuses: [] }, cursor)
          return { keys: payments.map(({ id }) => id), next }
        })({ table, limit: Number.POSITIVE_INFINITY }),
    },
    {
      shows: 'created sessions for the statistics',
      order: 'oldest first',
      showsAll: true,
      add: addCounted,
      pages: countedPages,
    },
  ],
  sessionsByStatus: [
    { ...ofSessions, shows: 'sessions of a status', pages: listed({ status: 'paid' }) },
    {
      ...ofSessions,
      shows: 'sessions of a status and an asset',
      pages: listed({ status: 'paid', asset: 'ETH' }),
    },
    {
      ...ofSessions,
      shows: 'payments of several statuses',
      showsAll: true,
      pages: byCursor(async (table, { limit, cursor: before }) => {
        const filter = { mode, statuses: ['paid', 'expired'], before } as const
        return idsOf(await listPayments(table, filter, { limit }))
      }),
    },
  ],
  sessionsOfLink: [
    { ...ofSessions, shows: 'sessions of a link', pages: listed({ linkId }) },
    {
      ...ofSessions,
      shows: 'sessions of a link and a status',
      pages: listed({ linkId, status: 'paid' }),
    },
  ],
  sessionsWithPair: [
    { ...ofSessions, shows: 'sessions with a pair of metadata', pages: listed({ metadata }) },
    {
      ...ofSessions,
      shows: 'sessions with a pair of metadata and a status',
      pages: listed({ metadata, status: 'paid' }),
    },
  ],
  words: [
    {
      ...ofSessions,
      shows: 'sessions that a search finds by a word',
      pages: byLimit((table, limit) =>
        idsWithWords(table, { mode, kind: 'checkoutSession', text: 'PR' }, { limit }),
      ),
    },
  ],
  dueSessions: [
    {
      shows: 'open sessions, by when they are due',
      order: 'oldest first',
      add: (given) => {
        const dueAt = later(given.second)
        const closedAt = given.isOther ? dueAt : null
        const session = { ...sessionAt(given), closedAt }
        const writes = [sessionCreation(session, dueAt)]
        return { key: session.id, place: dueAt.toISOString(), writes }
      },
      pages: inOneGo(
        async function* (table) {
          for await (const session of openSessions(table, mode)) yield [session]
        },
        ({ id }) => id,
      ),
    },
  ],
} as const satisfies Partial<Record<SpreadName, readonly ShardReader[]>>
