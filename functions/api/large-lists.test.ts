import { expect, it } from 'vitest'
import { newId } from '../../shared/kernel/ids.ts'
import type { Table } from '../../shared/kernel/store/table.ts'
import { transact } from '../../shared/kernel/store/transact.ts'
import type { SessionStatus } from '../../shared/payments/checkout-sessions/rules/checkout-session.ts'
import { sessionCreation } from '../../shared/payments/checkout-sessions/store/sessions.ts'
import { presentCheckoutSession } from '../../shared/payments/checkout-sessions/wire/checkout-session.ts'
import type { Event } from '../../shared/records/outbox/rules/event.ts'
import { eventCreation } from '../../shared/records/outbox/store/events.ts'
import { paymentLinkCreation } from '../../shared/records/payment-links/store/payment-links.ts'
import { configuredFunctions, subscription } from '../../test/configured-functions.ts'
import { aSession, later } from '../../test/factories.ts'
import { newApiKey } from '../../test/saved-instance.ts'
import { seededBytes } from '../../test/seeded-bytes.ts'
import { invokeApi } from '../../test/service-functions.ts'
import { pageOf, walkList } from '../../test/walk-list.ts'
import { serve as serveListCheckoutSessions } from './list-checkout-sessions.ts'
import { serve as serveListEvents } from './list-events.ts'
import { serve as serveListPaymentLinks } from './list-payment-links.ts'

const count = 100
const baseUrl = 'https://pay.example.com'
const randomBytes = seededBytes('large lists')

/** A Lambda response may have 6 MB; its body is encoded in it as a JSON string. */
const maxResponseBytes = 6_291_556

/** The longest values allowed. Each character has 3 bytes in the table, or is escaped on the wire. */
const metadataOf = (character: string) =>
  Object.fromEntries(
    Array.from({ length: 50 }, (_, n) => [`key ${n}`.padEnd(40, '-'), character.repeat(500)]),
  )

type Made = { id: string; at: Date; metadata: Record<string, string> }

function sessionOf({ id, at, metadata }: Made) {
  return aSession({ id, metadata, linkId: subscription.id, createdAt: at, updatedAt: at })
}

const lists = {
  '/checkout_sessions': {
    kind: 'checkoutSession',
    serve: serveListCheckoutSessions,
    save: (table: Table, made: Made) =>
      transact(table, [sessionCreation(sessionOf(made), later(9_999))]),
    filters: [{}, { linkId: subscription.id }, { status: 'pending' }],
  },
  '/events': {
    kind: 'event',
    serve: serveListEvents,
    save: (table: Table, { id, at, metadata }: Made) => {
      const { id: sessionId } = aSession()
      const session = { ...aSession(), metadata }
      const data = { ...presentCheckoutSession(session, { baseUrl }), sequence: 1 }
      const event: Event = {
        id,
        mode: 'test',
        type: 'session.paid',
        sessionId,
        data,
        createdAt: at,
      }
      return transact(table, [eventCreation(event)])
    },
    filters: [{}, { type: 'session.paid' }, { sessionId: aSession().id }],
  },
  '/payment_links': {
    kind: 'paymentLink',
    serve: serveListPaymentLinks,
    save: (table: Table, { id, at, metadata }: Made) => {
      const [text = ''] = Object.values(metadata)
      const link = { ...subscription, id, slug: id, createdAt: at, updatedAt: at }
      const changes = { title: text.slice(0, 200), description: text.repeat(4) }
      return transact(table, paymentLinkCreation({ ...link, ...changes }))
    },
    filters: [{}],
  },
} as const

const cases = Object.entries(lists).flatMap(([path, list]) =>
  ['語', '"', 'x'].map((character) => ({ path, character, list })),
)

/** Each case moves some 50 MB. */
const timeout = 120_000

it.each(cases)(
  '$path lists 100 items of the maximum size, of $character',
  { timeout },
  async ({ path, character, list }) => {
    const { table, config } = await configuredFunctions({ wallet: false, priced: false })
    const key = await newApiKey(table, 'test')
    const handler = list.serve(config)
    const metadata = metadataOf(character)
    const ids: string[] = []
    for (let n = 1; n <= count; n++) {
      const at = later(n)
      const id = newId(list.kind, at, randomBytes)
      await list.save(table, { id, at, metadata })
      ids.unshift(id)
    }
    for (const filter of list.filters) {
      const read = async (query: string) => {
        const response = await invokeApi(handler, { path, key, query })
        expect(Buffer.byteLength(JSON.stringify(response))).toBeLessThan(maxResponseBytes)
        return response
      }
      const found = await walkList(read, filter, { limit: count })
      expect(found.filter((id) => id !== subscription.id)).toEqual(ids)
    }
  },
)

it('finds a rare session among 5,100, over pages that may be empty', async () => {
  const { table, config } = await configuredFunctions({ wallet: false, priced: false })
  const key = await newApiKey(table, 'test')
  const handler = serveListCheckoutSessions(config)
  const list = (query: string) => invokeApi(handler, { path: '/checkout_sessions', key, query })
  const sessionAt = (seconds: number, status: SessionStatus = 'pending') => {
    const id = newId('checkoutSession', later(seconds), randomBytes)
    return aSession({ id, status, linkId: subscription.id, createdAt: later(seconds) })
  }
  const rare = sessionAt(0, 'failed')
  const sessions = [rare, ...Array.from({ length: 5100 }, (_, n) => sessionAt(1 + n))]
  for (let start = 0; start < sessions.length; start += 100) {
    const batch = sessions.slice(start, start + 100)
    await transact(
      table,
      batch.map((session) => sessionCreation(session, session.expiresAt)),
    )
  }
  const query = { linkId: subscription.id, status: 'failed' }
  const first = pageOf(await list(new URLSearchParams(query).toString()))
  expect(first).toMatchObject({ data: [], hasMore: true })
  expect(await walkList(list, query, { limit: 10 })).toEqual([rare.id])
})
