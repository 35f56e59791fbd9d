import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aSession, later } from '../../../test/factories.ts'
import { seededBytes } from '../../../test/seeded-bytes.ts'
import { testTable } from '../../../test/test-table.ts'
import type { CheckoutSession } from '../../checkout-sessions/rules/checkout-session.ts'
import { openSessions } from '../../checkout-sessions/store/open-sessions.ts'
import { listCheckoutSessions, oldestMatchAt } from '../../checkout-sessions/store/session-list.ts'
import { sessionCreation, sessionReplacement } from '../../checkout-sessions/store/sessions.ts'
import { isId, newId } from '../ids.ts'
import { noteShards } from './shard-count.ts'
import { shardKeys, shardOf } from './shards.ts'
import type { Table } from './table.ts'
import { transact } from './transact.ts'

const bytes = seededBytes('query-shards')
const counts = [1, 2, 5, 16] as const

const row = fc.record({
  status: fc.constantFrom('pending', 'paid', 'expired'),
  asset: fc.constantFrom('ETH', 'USDC'),
  /** How many growths are over when it is created. */
  grown: fc.integer({ min: 0, max: 2 }),
})
const filter = fc.record(
  { status: fc.constantFrom('pending', 'paid', 'expired'), asset: fc.constantFrom('ETH', 'USDC') },
  { requiredKeys: [] },
)

type Row = typeof row extends fc.Arbitrary<infer Value> ? Value : never
type Filter = typeof filter extends fc.Arbitrary<infer Value> ? Value : never

function sessionOf({ status, asset, grown }: Row, second: number): CheckoutSession {
  const id = newId('checkoutSession', later(second), bytes)
  const lock = { ...aSession().lock, asset }
  return aSession({ id, shard: shardOf(id, counts[grown] ?? 1), status, lock })
}

/** What every process knows after so many growths. */
function grow(table: Table, grown: number): void {
  const count = counts[grown] ?? 16
  noteShards(table, 'test', { count, before: count, from: later(0).toISOString() })
}

async function save(table: Table, sessions: readonly CheckoutSession[]): Promise<void> {
  await transact(
    table,
    sessions.map((one) => sessionCreation(one, one.expiresAt)),
  )
}

type Reading = { wanted: Filter; limit: number; before: string | undefined }

async function pageOf(table: Table, { wanted, limit, before }: Reading) {
  const filters = { mode: 'test', ...wanted, before } as const
  // So few at a time that most pages of a filtered list stop before they are full.
  const page = await listCheckoutSessions(table, filters, { limit, maxRounds: 1, filteredRows: 8 })
  const { nextCursor } = page
  expect(page.items.length).toBeLessThanOrEqual(limit)
  expect(nextCursor === null || isId('checkoutSession', nextCursor)).toBe(true)
  return { ids: page.items.map(({ id }) => id), nextCursor }
}

describe('a list whose shards grow from 1 to 16', () => {
  it('shows every item once, in order, to a reader whose cursor is older', async () => {
    const rows = fc.array(row, { minLength: 50, maxLength: 80 })
    const limits = fc.integer({ min: 1, max: 15 })
    const property = fc.asyncProperty(rows, filter, limits, async (given, wanted, limit) => {
      const table = await testTable()
      const sessions = given.map((one, index) => sessionOf(one, Math.floor(index / 2)))
      await save(table, sessions)
      const found: string[] = []
      let before: string | undefined
      for (let page = 0; page === 0 || before; page++) {
        // One more after each page, until there are 16.
        grow(table, Math.min(page + 2, 3))
        const { ids, nextCursor } = await pageOf(table, { wanted, limit, before })
        found.push(...ids)
        before = nextCursor ?? undefined
        const newer = sessionOf({ status: 'paid', asset: 'ETH', grown: 3 }, 1000 + page)
        const [older] = sessions.slice(page)
        await save(table, [newer])
        if (older) {
          const changed = { ...older, version: 1 + older.version }
          await transact(table, [sessionReplacement(changed, older.version, older.expiresAt)])
        }
      }
      const expected = sessions.filter(
        ({ status, lock }) =>
          status === (wanted.status ?? status) && lock.asset === (wanted.asset ?? lock.asset),
      )
      expect(found).toEqual(
        expected
          .map(({ id }) => id)
          .sort()
          .reverse(),
      )
    })
    await fc.assert(property, { seed: 11, numRuns: 6 })
  })

  it('has no item that is missing or twice, those of each earlier number of shards included', async () => {
    const table = await testTable()
    const sessions = Array.from({ length: 160 }, (_, index) =>
      sessionOf({ status: 'pending', asset: 'ETH', grown: index % 4 }, index),
    )
    for (const part of [sessions.slice(0, 80), sessions.slice(80)]) await save(table, part)
    grow(table, 3)
    const open = await Array.fromAsync(openSessions(table, 'test'), ({ id }) => id)
    expect(open.sort()).toEqual(sessions.map(({ id }) => id).sort())
    const linked = { mode: 'test', status: 'pending' } as const
    expect(await oldestMatchAt(table, { ...linked, createdAfter: later(2) })).toEqual(later(2))
    expect(await oldestMatchAt(table, { ...linked, createdAfter: later(3) })).toEqual(later(3))
    const ofOne = { ...table }
    grow(ofOne, 0)
    const first = await Array.fromAsync(openSessions(ofOne, 'test'), ({ id }) => id)
    expect(first).toHaveLength(sessions.filter(({ shard }) => !shard).length)
  })
})

describe('a shard', () => {
  it('has the key of the partition if it is the first, so what was written before is in it', () => {
    expect(shardKeys({ mode: 'test', key: 'test#sessions' }, 3)).toEqual([
      'test#sessions',
      'test#sessions/1',
      'test#sessions/2',
    ])
  })

  it('gets its part of the items, within 15 %', () => {
    const ids = Array.from({ length: 16_000 }, () => newId('checkoutSession', later(0), bytes))
    const sizes = Map.groupBy(ids, (id) => shardOf(id, 16) ?? 0)
    expect(sizes.size).toBe(16)
    for (const { length } of sizes.values()) expect(Math.abs(length - 1000)).toBeLessThan(150)
  })
})
