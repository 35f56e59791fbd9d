import { describe, expect, it } from 'vitest'
import { newId } from '../../shared/kernel/ids.ts'
import type { Table } from '../../shared/kernel/store/table.ts'
import { transact } from '../../shared/kernel/store/transact.ts'
import type { CheckoutSession } from '../../shared/payments/checkout-sessions/rules/checkout-session.ts'
import {
  sessionCreation,
  sessionReplacement,
} from '../../shared/payments/checkout-sessions/store/sessions.ts'
import { aSession, later } from '../../test/factories.ts'
import { newApiKey } from '../../test/saved-instance.ts'
import { seededBytes } from '../../test/seeded-bytes.ts'
import { invokeApi, serviceFunctions } from '../../test/service-functions.ts'
import { pageOf, walkList } from '../../test/walk-list.ts'
import { serve as serveGetCheckoutSession } from './get-checkout-session.ts'
import { serve as serveListCheckoutSessions } from './list-checkout-sessions.ts'

const bytes = seededBytes('session-list')

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

it('filters accept times in seconds, and times finer than a millisecond', async () => {
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
