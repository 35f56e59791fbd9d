import { describe, expect, it } from 'vitest'
import { aSession, later } from '../../../test/factories.ts'
import { seededBytes } from '../../../test/seeded-bytes.ts'
import { testTable } from '../../../test/test-table.ts'
import type { CheckoutSession } from '../../payments/checkout-sessions/rules/checkout-session.ts'
import { openSessions } from '../../payments/checkout-sessions/store/open-sessions.ts'
import { oldestMatchAt } from '../../payments/checkout-sessions/store/session-list.ts'
import { sessionCreation } from '../../payments/checkout-sessions/store/sessions.ts'
import { newId } from '../ids.ts'
import { noteShards } from './shard-count.ts'
import { shardKeys, shardOf } from './shards.ts'
import type { Table } from './table.ts'
import { transact } from './transact.ts'

const bytes = seededBytes('query-shards')
const counts = [1, 2, 5, 16] as const

/** A pending session that was created after this many growths. */
function sessionAfter(grown: number, second: number): CheckoutSession {
  const id = newId('checkoutSession', later(second), bytes)
  return aSession({ id, shard: shardOf(id, counts[grown] ?? 1) })
}

/** Sets the shards that every process knows after this many growths. */
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

describe('a list whose shards grew from 1 to 16', () => {
  it('has no item that is missing or twice, those of each earlier number of shards included', async () => {
    const table = await testTable()
    const sessions = Array.from({ length: 160 }, (_, index) => sessionAfter(index % 4, index))
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
