import { expect, it } from 'vitest'
import { recordCalls, roundTrips } from '../../../../bench/recorded-calls.ts'
import { aSession, later } from '../../../../test/factories.ts'
import { seededBytes } from '../../../../test/seeded-bytes.ts'
import { testTable } from '../../../../test/test-table.ts'
import { newId } from '../../../kernel/ids.ts'
import type { Page } from '../../../kernel/page.ts'
import { transact } from '../../../kernel/store/transact.ts'
import type { CheckoutSession } from '../rules/checkout-session.ts'
import { listCheckoutSessions } from './session-list.ts'
import { sessionCreation } from './sessions.ts'
import { customerSession, customerSessionRemoval } from './sessions-of-customer.ts'

const bytes = seededBytes('sessions of customers')
const [ana, ben] = [newId('customer', later(0), bytes), newId('customer', later(0), bytes)]

async function fixture() {
  const table = await testTable()
  return {
    table,
    async open(seconds: number, customerId = ana, changes: Partial<CheckoutSession> = {}) {
      const at = later(seconds)
      const id = newId('checkoutSession', at, bytes)
      const session = aSession({ id, createdAt: at, updatedAt: at, ...changes })
      const writes = [sessionCreation(session, session.expiresAt)]
      await transact(table, [...writes, customerSession(session, customerId)])
      return session
    },
    async list(limit: number, before?: string) {
      const pages: Page<CheckoutSession>[] = []
      const filter = { mode: 'test', customerId: ana, before } as const
      const calls = await recordCalls(async () =>
        pages.push(await listCheckoutSessions(table, filter, { limit })),
      )
      return { ...pages[0], operations: calls.map(({ operation }) => operation), calls }
    },
  }
}

it('lists the sessions of one customer in one mode, newest first, and continues where a page ended', async () => {
  const { open, list } = await fixture()
  const sessions = [await open(0), await open(1), await open(2)]
  await open(3, ben)
  await open(4, ana, { mode: 'live' })
  const first = await list(2)
  expect(first).toMatchObject({ items: [sessions[2], sessions[1]], nextCursor: sessions[1]?.id })
  expect(await list(2, sessions[1]?.id)).toMatchObject({ items: [sessions[0]], nextCursor: null })
})

it('takes two round trips, however many there are', async () => {
  const { open, list } = await fixture()
  for (let count = 0; count < 110; count++) await open(count)
  const { items, operations, calls } = await list(100)
  expect(items).toHaveLength(100)
  expect(operations).toEqual(['Query', 'BatchGetItem'])
  expect(roundTrips(calls)).toBe(2)
})

it('takes one for a customer who has none, and leaves out one that was taken out', async () => {
  const { table, open, list } = await fixture()
  const session = await open(0)
  expect((await list(25)).items).toEqual([session])
  await transact(table, [customerSessionRemoval(session, ana)])
  expect(await list(25)).toMatchObject({ items: [], nextCursor: null, operations: ['Query'] })
})
