import { expect, it } from 'vitest'
import { aSession, later } from '../../../../test/factories.ts'
import { seededBytes } from '../../../../test/seeded-bytes.ts'
import { testTable } from '../../../../test/test-table.ts'
import { newId } from '../../../kernel/ids.ts'
import type { Table } from '../../../kernel/store/table.ts'
import { transact } from '../../../kernel/store/transact.ts'
import type { CheckoutSession } from '../rules/checkout-session.ts'
import { noteScanFailure, openSessions } from './open-sessions.ts'
import {
  findCheckoutSession,
  loadCheckoutSession,
  sessionCreation,
  sessionReplacement,
} from './sessions.ts'

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

it('tells the open sessions of a mode, those due first, without what others wrote into them', async () => {
  const table = await testTable()
  const metadata = { note: 'x'.repeat(500) }
  const second = await save(table, newSession({ metadata }), later(200))
  const first = await save(table, newSession({ metadata }), later(100))
  const live = await save(table, newSession({ mode: 'live' }), later(50))
  await save(table, newSession({ closedAt: later(50), status: 'paid' }), later(80))
  const open = await Array.fromAsync(openSessions(table, 'test'))
  expect(open.map(({ id, dueSk }) => [id, dueSk])).toEqual([
    [first.id, later(100)],
    [second.id, later(200)],
  ])
  expect(open[0]).toMatchObject({ address: first.address, lock: first.lock })
  expect(JSON.stringify(open, textOf)).not.toContain('xxx')
  const ofLive = await Array.fromAsync(openSessions(table, 'live'), ({ id }) => id)
  expect(ofLive).toEqual([live.id])
})

/** JSON has no numbers of that size. */
const textOf = (_: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value)

it('remembers of an open session that its scan failed, until it changes', async () => {
  const table = await testTable()
  const session = await save(table, newSession(), later(200))
  const failedAt = async () =>
    (await Array.fromAsync(openSessions(table, 'test'))).map(({ scanFailedAt }) => scanFailedAt)
  await noteScanFailure(table, session, later(7))
  expect(await failedAt()).toEqual([later(7)])
  expect(await loadCheckoutSession(table, 'test', session.id)).toEqual(session)
  await transact(table, [sessionReplacement({ ...session, version: 2 }, 1, later(300))])
  expect(await failedAt()).toEqual([undefined])
  await expect(noteScanFailure(table, newSession(), later(7))).rejects.toThrow()
})
