import { expect, it } from 'vitest'
import { aSession, later } from '../../test/factories.ts'
import { seededBytes } from '../../test/seeded-bytes.ts'
import { testTable } from '../../test/test-table.ts'
import type { CheckoutSession } from '../domain/checkout-session.ts'
import { newId } from '../domain/ids.ts'
import { closedSessionsDue, scheduleClosedLook } from './closed-sessions.ts'
import {
  findCheckoutSession,
  loadCheckoutSession,
  nextDerivationIndex,
  openSessions,
  sessionCreation,
  sessionReplacement,
} from './sessions.ts'
import type { Table } from './table.ts'
import { transact } from './transact.ts'

const bytes = seededBytes('sessions')

function newSession(changes: Partial<CheckoutSession> = {}): CheckoutSession {
  return aSession({ id: newId('checkoutSession', later(0), bytes), ...changes })
}

async function save(table: Table, session: CheckoutSession, dueAt: Date): Promise<CheckoutSession> {
  expect(await transact(table, [sessionCreation(session, dueAt)])).toEqual({ committed: true })
  return session
}

it('gives back every value as it was, the largest amounts too', async () => {
  const table = await testTable()
  const largest = 2n ** 256n - 1n
  const plain = newSession()
  const full = newSession({
    status: 'paid',
    linkId: 'pl_01JD8Z3K000000000000000000',
    lock: {
      ...plain.lock,
      tokenAddress: '0x5fbdb2315678afecb367f032d93f642f64180aa3',
      amountBase: largest,
    },
    received: { seenBase: largest, confirmedBase: largest - 1n, confirmations: 12 },
    firstSeenAt: later(1),
    vanishedAt: later(2),
    closedAt: later(3),
    paidAt: later(4),
    txHash: '0x01',
    failureReason: 'none',
    metadata: { 'a "key"': '"', __proto: 0, n: -1e-20 },
    successUrl: 'https://shop.example/ä',
    customerEmail: 'Ada@example.com',
  })
  for (const session of [plain, full]) {
    await save(table, session, later(300))
    expect(await loadCheckoutSession(table, 'test', session.id)).toEqual(session)
    expect(await loadCheckoutSession(table, 'live', session.id)).toBeUndefined()
  }
})

it('finds a session without knowing its mode', async () => {
  const table = await testTable()
  const sessions = [newSession(), newSession({ mode: 'live' })]
  for (const session of sessions) await save(table, session, later(300))
  expect(await Promise.all(sessions.map(({ id }) => findCheckoutSession(table, id)))).toEqual(
    sessions,
  )
  expect(await findCheckoutSession(table, 'cs_none')).toBeUndefined()
})

it('replaces a version once, and no other', async () => {
  const table = await testTable()
  const session = await save(table, newSession(), later(300))
  const writers = Array.from({ length: 5 }, (_, n) => ({ ...session, version: 2, sequence: n }))
  const outcomes = await Promise.all(
    writers.map((next) => transact(table, [sessionReplacement(next, 1, later(300))])),
  )
  const winners = writers.filter((_, n) => outcomes[n]?.committed)
  expect(winners).toHaveLength(1)
  expect(await loadCheckoutSession(table, 'test', session.id)).toEqual(winners[0])
  const again = await transact(table, [sessionCreation(session, later(300))])
  expect(again.committed).toBe(false)
})

it('tells open sessions of both modes, those due first, and closed ones only when due for a look', async () => {
  const table = await testTable()
  const second = await save(table, newSession(), later(200))
  const first = await save(table, newSession({ mode: 'live' }), later(100))
  const closed = newSession({ closedAt: later(50), status: 'paid' })
  const late = newSession({ closedAt: later(50), status: 'failed' })
  await save(table, late, later(90))
  await save(table, closed, later(80))
  const open = await Array.fromAsync(openSessions(table), ({ session, dueAt }) => [
    session.id,
    dueAt,
  ])
  expect(open).toEqual([
    [first.id, later(100)],
    [second.id, later(200)],
  ])
  const due = async (until: Date, limit = 10) =>
    (await closedSessionsDue(table, { until, limit })).map(({ id }) => id)
  expect(await due(later(79))).toEqual([])
  expect(await due(later(90))).toEqual([closed.id, late.id])
  expect(await due(later(90), 1)).toEqual([closed.id])
  await scheduleClosedLook(table, closed, later(500))
  await scheduleClosedLook(table, late, null)
  expect(await due(later(90))).toEqual([])
  expect(await due(later(500))).toEqual([closed.id])
  await expect(scheduleClosedLook(table, newSession(), null)).rejects.toThrow()
})

it('never gives out a derivation index twice, and counts each mode by itself', async () => {
  const table = await testTable()
  const taken = await Promise.all(
    Array.from({ length: 20 }, () => nextDerivationIndex(table, 'test')),
  )
  expect(taken.sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, n) => n))
  expect(await nextDerivationIndex(table, 'live')).toBe(0)
})
