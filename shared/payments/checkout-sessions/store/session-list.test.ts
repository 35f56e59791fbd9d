import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { aSession, later } from '../../../../test/factories.ts'
import { seededBytes } from '../../../../test/seeded-bytes.ts'
import { testTable } from '../../../../test/test-table.ts'
import { newId } from '../../../kernel/ids.ts'
import { modes } from '../../../kernel/mode.ts'
import { noteShards } from '../../../kernel/store/shard-count.ts'
import { transact } from '../../../kernel/store/transact.ts'
import { type CheckoutSession, sessionStatuses } from '../rules/checkout-session.ts'
import { listCheckoutSessions, oldestMatchAt, type SessionFilter } from './session-list.ts'
import { sessionCreation } from './sessions.ts'

const bytes = seededBytes('session-list')
const links = ['pl_01JD8Z3K000000000000000000', 'pl_01JD8Z3K000000000000000001'] as const
const second = fc.integer({ min: 0, max: 9 }).map(later)
const status = fc.constantFrom(...sessionStatuses)
const linkId = fc.constantFrom(...links)

const row = fc.record({
  mode: fc.constantFrom(...modes),
  createdAt: second,
  status,
  linkId: fc.option(linkId),
})
const filter = fc.record({
  mode: fc.constantFrom(...modes),
  status,
  linkId,
  createdAfter: second,
  createdBefore: second,
})
const optional = ['status', 'linkId', 'createdAfter', 'createdBefore'] as const
const combinations = Array.from({ length: 2 ** optional.length }, (_, bits) =>
  optional.filter((_name, index) => bits & (1 << index)),
)

function passes(one: CheckoutSession, wanted: SessionFilter): boolean {
  return (
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
  const sessions = rows.map((one) =>
    aSession({ ...one, id: newId('checkoutSession', one.createdAt, bytes) }),
  )
  await transact(
    table,
    sessions.map((one) => sessionCreation(one, one.expiresAt)),
  )
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
    await fc.assert(property, { seed, numRuns: 3 })
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
