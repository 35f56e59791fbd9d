import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { recordCalls } from '../../../../bench/recorded-calls.ts'
import { aSession, later } from '../../../../test/factories.ts'
import { seededBytes } from '../../../../test/seeded-bytes.ts'
import { testTable } from '../../../../test/test-table.ts'
import { newId } from '../../../kernel/ids.ts'
import { modes } from '../../../kernel/mode.ts'
import { noteShards, shardCount } from '../../../kernel/store/shard-count.ts'
import { transact } from '../../../kernel/store/transact.ts'
import {
  type CheckoutSession,
  type SessionStatus,
  sessionStatuses,
} from '../rules/checkout-session.ts'
import { listCheckoutSessions, oldestMatchAt, type SessionFilter } from './session-list.ts'
import { sessionPairs } from './session-pairs.ts'
import { sessionCreation } from './sessions.ts'
import { customerSession } from './sessions-of-customer.ts'

const bytes = seededBytes('session-list')
const links = ['pl_01JD8Z3K000000000000000000', 'pl_01JD8Z3K000000000000000001'] as const
const second = fc.integer({ min: 0, max: 9 }).map(later)
const status = fc.constantFrom(...sessionStatuses)
const linkId = fc.constantFrom(...links)
const customerId = fc.constantFrom('cus_ana', 'cus_ben')
const metadata = fc.constantFrom({ plan: 'pro' }, { plan: '7' }, { order: '1' })

const row = fc.record({
  mode: fc.constantFrom(...modes),
  createdAt: second,
  status,
  linkId: fc.option(linkId),
  customerId,
  metadata: fc.constantFrom(null, { plan: 'pro', order: 1 }, { plan: 7 }, { order: 'pro' }),
})
const filter = fc.record({
  mode: fc.constantFrom(...modes),
  status,
  linkId,
  customerId,
  metadata,
  createdAfter: second,
  createdBefore: second,
})
const optional = [
  'status',
  'linkId',
  'customerId',
  'metadata',
  'createdAfter',
  'createdBefore',
] as const
const combinations = Array.from({ length: 2 ** optional.length }, (_, bits) =>
  optional.filter((_name, index) => bits & (1 << index)),
)

type Row = CheckoutSession & { customerId: string }

function passes(one: Row, wanted: SessionFilter): boolean {
  const [pair] = Object.entries(wanted.metadata ?? {})
  return (
    (wanted.customerId === undefined || one.customerId === wanted.customerId) &&
    (pair === undefined || String(one.metadata?.[pair[0]]) === pair[1]) &&
    one.mode === wanted.mode &&
    (wanted.status === undefined || one.status === wanted.status) &&
    (wanted.linkId === undefined || one.linkId === wanted.linkId) &&
    (wanted.createdAfter === undefined || one.createdAt >= wanted.createdAfter) &&
    (wanted.createdBefore === undefined || one.createdAt <= wanted.createdBefore)
  )
}

it('gives what a model gives for every combination of filters, page by page', async () => {
  const table = await testTable()
  const seed = 4
  const [rows = []] = fc.sample(fc.array(row, { minLength: 90, maxLength: 90 }), {
    seed,
    numRuns: 1,
  })
  const sessions = rows.map(({ customerId, ...one }): Row => {
    const id = newId('checkoutSession', one.createdAt, bytes)
    return { ...aSession({ ...one, id }), customerId }
  })
  for (const { customerId, ...one } of sessions) {
    const writes = [sessionCreation(one, one.expiresAt), customerSession(one, customerId)]
    await transact(table, [...writes, ...sessionPairs(one)])
  }
  for (const names of combinations) {
    const property = fc.asyncProperty(
      filter,
      fc.integer({ min: 1, max: 20 }),
      async (all, limit) => {
        const some = Object.fromEntries(names.map((name) => [name, all[name]]))
        const wanted: SessionFilter = { mode: all.mode, ...some }
        const found: string[] = []
        for (let before: string | undefined | null; before !== null; ) {
          const page = await listCheckoutSessions(table, { ...wanted, before }, { limit })
          expect(page.items.length).toBeLessThanOrEqual(limit)
          found.push(...page.items.map(({ id }) => id))
          before = page.nextCursor
        }
        const expected = sessions.filter((one) => passes(one, wanted)).map(({ id }) => id)
        expect(found).toEqual(expected.sort().reverse())
      },
    )
    await fc.assert(property, { seed, numRuns: 2 })
  }
})

it('knows the oldest payment, in whichever shard it is', async () => {
  const table = await testTable()
  noteShards(table, 'test', { count: 2, before: 2, from: later(0).toISOString() })
  const sessions = [3, 1, 2].map((second) => {
    const id = newId('checkoutSession', later(second), bytes)
    return aSession({ id, ...(second === 1 && { shard: 1 }) })
  })
  await transact(
    table,
    sessions.map((one) => sessionCreation(one, one.expiresAt)),
  )
  expect(await oldestMatchAt(table, { mode: 'test' })).toEqual(later(1))
})

describe('by a customer or a pair of metadata', () => {
  const ana = 'cus_ana'

  async function filled(count: number, status: (n: number) => SessionStatus = () => 'pending') {
    const table = await testTable()
    const sessions = Array.from({ length: count }, (_, n) => {
      const at = later(n)
      const id = newId('checkoutSession', at, bytes)
      return aSession({ id, createdAt: at, status: status(n), metadata: { plan: 'pro' } })
    })
    for (const one of sessions) {
      const refer = [customerSession(one, ana), ...sessionPairs(one)]
      await transact(table, [sessionCreation(one, one.expiresAt), ...refer])
    }
    return { table, sessions: sessions.toReversed() }
  }

  it('takes two round trips, and none of the other sessions', async () => {
    const { table, sessions } = await filled(30)
    for (const filter of [{ customerId: ana }, { metadata: { plan: 'pro' } }]) {
      // A process keeps the number of shards.
      await shardCount(table, 'test')
      const calls = await recordCalls(async () => {
        const page = await listCheckoutSessions(table, { mode: 'test', ...filter }, { limit: 25 })
        expect(page).toEqual({ items: sessions.slice(0, 25), nextCursor: sessions[24]?.id })
      })
      expect(calls.map(({ operation }) => operation)).toEqual(['Query', 'BatchGetItem'])
    }
    expect(
      await listCheckoutSessions(
        table,
        { mode: 'test', metadata: { plan: 'pro ' } },
        { limit: 25 },
      ),
    ).toEqual({ items: [], nextCursor: null })
  })

  it('looks at 500 of them at most, and continues where it stopped', async () => {
    const { table, sessions } = await filled(510, (n) => (n < 2 ? 'paid' : 'pending'))
    const filter = { mode: 'test', customerId: ana, status: 'paid' } as const
    const first = await listCheckoutSessions(table, filter, { limit: 25 })
    expect(first).toEqual({ items: [], nextCursor: sessions[499]?.id })
    const before = first.nextCursor ?? ''
    const second = await listCheckoutSessions(table, { ...filter, before }, { limit: 25 })
    expect(second).toEqual({ items: sessions.slice(-2), nextCursor: null })
  })

  it('finds the first 20 pairs, whatever else is given', async () => {
    const table = await testTable()
    const metadata = Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`k${n}`, n]))
    const one = aSession({ metadata })
    const refer = [customerSession(one, ana), ...sessionPairs(one)]
    expect(refer).toHaveLength(21)
    await transact(table, [sessionCreation(one, one.expiresAt), ...refer])
    for (const customerId of [undefined, ana]) {
      const found = async (pair: Record<string, string>) => {
        const filter = { mode: 'test', customerId, metadata: pair } as const
        return (await listCheckoutSessions(table, filter, { limit: 1 })).items
      }
      expect(await found({ k19: '19' })).toEqual([one])
      expect(await found({ k20: '20' })).toEqual([])
    }
  })
})
