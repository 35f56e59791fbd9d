import { newId } from '../shared/kernel/ids.ts'
import type { Table } from '../shared/kernel/store/table.ts'
import { transact } from '../shared/kernel/store/transact.ts'
import type { CheckoutSession } from '../shared/payments/checkout-sessions/rules/checkout-session.ts'
import { sessionCreation } from '../shared/payments/checkout-sessions/store/sessions.ts'
import { exportFixture } from './export-fixture.ts'
import { aSession, later } from './factories.ts'
import { seededBytes } from './seeded-bytes.ts'
import { testTable } from './test-table.ts'

const bytes = seededBytes('exports of sessions')

/** Sessions of a second each, the oldest first. */
export async function addSessions(
  table: Table,
  count: number,
  changes: (index: number) => Partial<CheckoutSession> = () => ({}),
): Promise<CheckoutSession[]> {
  const sessions = Array.from({ length: count }, (_, index) => {
    const createdAt = later(index)
    return aSession({
      createdAt,
      id: newId('checkoutSession', createdAt, bytes),
      ...changes(index),
    })
  })
  for (let at = 0; at < count; at += 100) {
    const some = sessions.slice(at, at + 100)
    await transact(
      table,
      some.map((one) => sessionCreation(one, one.expiresAt)),
    )
  }
  return sessions
}

/** Exports on a table of their own, with a clock that a test sets. */
export async function exportsOnTable({ turnMs = 60_000 } = {}) {
  const table = await testTable()
  const clock = { seconds: 10_000, perCall: 0 }
  const now = () => {
    clock.seconds += clock.perCall
    return later(clock.seconds)
  }
  return { table, clock, ...exportFixture(table, { now, turnMs }) }
}

export function idsIn(csv: string): string[] {
  return csv
    .split('\r\n')
    .slice(1, -1)
    .map((line) => line.slice(0, line.indexOf(',')))
}

export function newestFirst(sessions: readonly CheckoutSession[]): string[] {
  return sessions.map(({ id }) => id).toReversed()
}
