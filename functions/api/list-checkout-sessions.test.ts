import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { newId } from '../../shared/kernel/ids.ts'
import type { Table } from '../../shared/kernel/store/table.ts'
import { transact } from '../../shared/kernel/store/transact.ts'
import {
  type CheckoutSession,
  type SessionStatus,
  sessionStatuses,
} from '../../shared/payments/checkout-sessions/rules/checkout-session.ts'
import {
  sessionCreation,
  sessionReplacement,
} from '../../shared/payments/checkout-sessions/store/sessions.ts'
import { errorOf } from '../../test/api-event.ts'
import { aSession, later } from '../../test/factories.ts'
import { newApiKey } from '../../test/saved-instance.ts'
import { seededBytes } from '../../test/seeded-bytes.ts'
import { invokeApi, serviceFunctions } from '../../test/service-functions.ts'
import { pageOf, walkList } from '../../test/walk-list.ts'
import { serve as serveGetCheckoutSession } from './get-checkout-session.ts'
import { serve as serveListCheckoutSessions } from './list-checkout-sessions.ts'

const bytes = seededBytes('session-list')
const links = ['pl_01JD8Z3K000000000000000000', 'pl_01JD8Z3K000000000000000001'] as const

function sessionAt(seconds: number, changes: Partial<CheckoutSession> = {}): CheckoutSession {
  const at = later(seconds)
  const id = newId('checkoutSession', at, bytes)
  return aSession({ id, createdAt: at, updatedAt: at, ...changes })
}

async function save(table: Table, sessions: readonly CheckoutSession[]): Promise<void> {
  for (let start = 0; start < sessions.length; start += 100) {
    const batch = sessions.slice(start, start + 100)
    await transact(
      table,
      batch.map((session) => sessionCreation(session, session.expiresAt)),
    )
  }
}

async function fixture() {
  const { table, config } = await serviceFunctions({ RATE_LIMIT_PER_MINUTE: '100000' })
  const [key, liveKey] = [await newApiKey(table, 'test'), await newApiKey(table, 'live')]
  const handler = serveListCheckoutSessions(config)
  const path = '/checkout_sessions'
  return {
    table,
    config,
    save: (sessions: readonly CheckoutSession[]) => save(table, sessions),
    list: (query = '') => invokeApi(handler, { path, key, query }),
    listLive: () => invokeApi(handler, { path, key: liveKey }),
  }
}

const newestFirst = (sessions: readonly CheckoutSession[]) =>
  sessions
    .map(({ id }) => id)
    .sort()
    .reverse()

describe('a list', () => {
  it('is empty at first, and has 25 items per page by default', async () => {
    const { list, save } = await fixture()
    expect(pageOf(await list())).toEqual({ data: [], hasMore: false, nextCursor: null })
    const sessions = Array.from({ length: 26 }, (_, i) => sessionAt(i))
    await save(sessions)
    const page = pageOf(await list())
    expect(page.data.map(({ id }) => id)).toEqual(newestFirst(sessions).slice(0, 25))
    expect(page).toMatchObject({ hasMore: true, nextCursor: sessions[1]?.id })
    expect(pageOf(await list('limit=26')).nextCursor).toBeNull()
  })

  it('shows each session as GET shows it, and none of the other mode', async () => {
    const { table, config, list, listLive, save } = await fixture()
    await save([sessionAt(0, { metadata: { order: 'A-1' } })])
    const handler = serveGetCheckoutSession(config)
    const [shown] = pageOf(await list()).data
    const path = '/checkout_sessions/{id}'
    const single = await invokeApi(handler, {
      path,
      id: shown?.id ?? '',
      key: await newApiKey(table, 'test'),
    })
    expect(JSON.parse(single.body)).toEqual(shown)
    expect(pageOf(await listLive()).data).toEqual([])
  })

  it('has no gaps or duplicates while sessions are created', async () => {
    const { list, save } = await fixture()
    const before = Array.from({ length: 40 }, (_, i) => sessionAt(Math.floor(i / 4)))
    await save(before)
    let newer = 100
    const afterPage = () => save(Array.from({ length: 3 }, () => sessionAt(newer++)))
    expect(await walkList(list, {}, { limit: 7, afterPage })).toEqual(newestFirst(before))
  })

  it('continues after a session that no longer matches', async () => {
    const { list, save, table } = await fixture()
    const sessions = Array.from({ length: 4 }, (_, i) => sessionAt(i))
    await save(sessions)
    const first = pageOf(await list('status=pending&limit=2'))
    const gone = sessions.find(({ id }) => id === first.nextCursor)
    const paid = aSession({ ...gone, status: 'paid', version: 2 })
    await transact(table, [sessionReplacement(paid, 1, paid.expiresAt)])
    const rest = pageOf(await list(`status=pending&limit=2&starting_after=${first.nextCursor}`))
    expect(rest.data.map(({ id }) => id)).toEqual(newestFirst(sessions.slice(0, 2)))
    expect(rest.hasMore).toBe(false)
  })
})

describe('filters', () => {
  const seconds = fc.integer({ min: 0, max: 12 })
  const session = fc.record({
    at: seconds,
    status: fc.constantFrom(...sessionStatuses),
    linkId: fc.constantFrom(...links, null),
  })
  const filter = fc.record({
    status: fc.constantFrom(...sessionStatuses),
    linkId: fc.constantFrom(...links, 'pl_none'),
    createdAfter: seconds,
    createdBefore: seconds,
  })
  type Filter = Partial<{
    status: SessionStatus
    linkId: string
    createdAfter: number
    createdBefore: number
  }>

  const passes = ({ createdAt, status, linkId }: CheckoutSession, wanted: Filter) =>
    (wanted.status === undefined || status === wanted.status) &&
    (wanted.linkId === undefined || linkId === wanted.linkId) &&
    (wanted.createdAfter === undefined || createdAt >= later(wanted.createdAfter)) &&
    (wanted.createdBefore === undefined || createdAt <= later(wanted.createdBefore))

  const queryOf = ({ status, linkId, createdAfter, createdBefore }: Filter) => ({
    ...(status !== undefined && { status }),
    ...(linkId !== undefined && { linkId }),
    ...(createdAfter !== undefined && { createdAfter: later(createdAfter).toISOString() }),
    ...(createdBefore !== undefined && { createdBefore: later(createdBefore).toISOString() }),
  })

  const names = ['status', 'linkId', 'createdAfter', 'createdBefore'] as const
  const combinations = Array.from({ length: 16 }, (_, bits) =>
    names.filter((_name, index) => bits & (1 << index)),
  )

  it('return exactly what a model returns, in every combination', async () => {
    const { list, save } = await fixture()
    const seed = 20260301
    const [rows = []] = fc.sample(fc.array(session, { minLength: 80, maxLength: 80 }), {
      seed,
      numRuns: 1,
    })
    const sessions = rows.map(({ at, status, linkId }) => sessionAt(at, { status, linkId }))
    await save(sessions)
    for (const combination of combinations) {
      const property = fc.asyncProperty(
        filter,
        fc.integer({ min: 1, max: 30 }),
        async (all, limit) => {
          const wanted = Object.fromEntries(combination.map((name) => [name, all[name]]))
          const expected = newestFirst(sessions.filter((one) => passes(one, wanted)))
          expect(await walkList(list, queryOf(wanted), { limit })).toEqual(expected)
        },
      )
      await fc.assert(property, { seed, numRuns: 3 })
    }
  })

  it('find a rare session', async () => {
    const { list, save } = await fixture()
    const [linkId] = links
    const needle = sessionAt(0, { linkId, status: 'failed' })
    // More than are read at a time; `large-lists.test.ts` covers pages that may be empty.
    await save([needle, ...Array.from({ length: 600 }, (_, i) => sessionAt(1 + i, { linkId }))])
    const query = { linkId, status: 'failed' }
    expect(await walkList(list, query, { limit: 10 })).toEqual([needle.id])
  })

  it('accept times in seconds, and times finer than a millisecond', async () => {
    const { list, save } = await fixture()
    const session = sessionAt(0.123)
    await save([session])
    const finds = async (query: string) => pageOf(await list(query)).data.length === 1
    expect(await finds('createdAfter=2026-03-01T12:00:00.123Z')).toBe(true)
    expect(await finds('createdAfter=2026-03-01T12:00:00.123000Z')).toBe(true)
    expect(await finds('createdAfter=2026-03-01T12:00:00.123001Z')).toBe(false)
    expect(await finds('createdBefore=2026-03-01T12:00:00.123999Z')).toBe(true)
    expect(await finds('createdBefore=2026-03-01T12:00:00Z')).toBe(false)
    expect(await finds('createdAfter=2026-03-01T12:00:00Z')).toBe(true)
    expect(await finds('createdBefore=9999-12-31T23:59:59Z')).toBe(true)
    expect(await finds('createdBefore=0001-01-01T00:00:00Z')).toBe(false)
  })
})

describe('a page of the largest sessions', () => {
  it('fits into a Lambda response, and the rest follows', async () => {
    const { list, save } = await fixture()
    const metadata = Object.fromEntries(
      Array.from({ length: 50 }, (_, i) => [`key${i}`, '"'.repeat(500)]),
    )
    const sessions = Array.from({ length: 100 }, (_, i) => sessionAt(i, { metadata }))
    for (const one of sessions) await save([one])
    const first = await list('limit=100')
    expect(JSON.stringify(first.body).length).toBeLessThan(6 * 1024 * 1024)
    expect(await walkList(list, {}, { limit: 100 })).toEqual(newestFirst(sessions))
  })
})

describe('400', () => {
  it.each([
    ['createdAfter=2026-03-01T12:00:00', 'parameter_invalid', 'createdAfter'],
    ['customerId=', 'parameter_invalid', 'customerId'],
    ['metadata=order', 'parameter_invalid', 'metadata'],
    ['metadata[]=1', 'parameter_invalid', 'metadata.""'],
    ['metadata[__proto__]=1', 'parameter_invalid', 'metadata'],
    ['metadata[a]=1&metadata[b]=2', 'parameter_invalid', 'metadata'],
    ['ending_before=cs_1', 'parameter_unknown', 'ending_before'],
  ])('%s', async (query, code, param) => {
    const { list } = await fixture()
    expect(errorOf(await list(query))).toMatchObject({
      status: 400,
      type: 'invalid_request',
      code,
      param,
      message: expect.stringMatching(new RegExp(`^${param} .+[.?]$`)),
    })
  })
})
