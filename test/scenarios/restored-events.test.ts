import { expect, it } from 'vitest'
import type { CheckoutSession } from '../../shared/payments/checkout-sessions/rules/checkout-session.ts'
import type { Event } from '../../shared/records/outbox/rules/event.ts'
import { eventsOfSession } from '../../shared/records/outbox/store/events.ts'
import { backUp, restoreBackup } from '../table-backup.ts'
import type { EngineHarness } from './engine-harness.ts'
import { usdcLock } from './paying.ts'
import { withEngine } from './with-engine.ts'

const price = 10_000_000n

let engine: EngineHarness

withEngine((started) => {
  engine = started
})

/** Events handled by a receiver that follows `docs/webhooks.md`: nothing older, and no type twice at the same number. */
function handled(events: readonly Event[]): string[] {
  let latest = { sequence: 0, type: '' }
  return events.flatMap(({ type, data }) => {
    const sequence = Number(data['sequence'])
    const isRepeated = sequence === latest.sequence && type === latest.type
    if (sequence < latest.sequence || isRepeated) return []
    latest = { sequence, type }
    return [`${sequence} ${type}`]
  })
}

/** A session that is open at the backup, and the events that reach the receiver, in the lost hour and after it. */
async function restoredAfter(
  lostHour: (session: CheckoutSession) => Promise<unknown>,
  restored: (session: CheckoutSession) => Promise<unknown>,
): Promise<Event[]> {
  const session = await engine.openSession({ lock: usdcLock(price) })
  const events = async () => eventsOfSession(engine.table, session.mode, session.id)
  const backup = await backUp(engine.table)
  await lostHour(session)
  const lost = await events()
  await restoreBackup(engine.table, backup)
  engine.isCopyOf('the-lost-one')
  await restored(session)
  engine.adoptTable()
  const all = [...lost, ...(await events())]
  expect(all.map(({ createdAt }) => createdAt.getTime())).toEqual(
    all.map(({ createdAt }) => createdAt.getTime()).toSorted((a, b) => a - b),
  )
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
  return all
}

it('repeats what a receiver knows with the same sequence and type, so it handles it once', async () => {
  const events = await restoredAfter(
    async (session) => {
      await engine.payUsdc(session, price)
      expect(await engine.settle(session)).toBe('paid')
    },
    async (session) => expect(await engine.settle(session)).toBe('paid'),
  )
  expect(events).toHaveLength(4)
  expect(handled(events)).toEqual(['1 session.detected', '2 session.paid'])
})

it('sends what is new with a sequence that a receiver does not take for an earlier one', async () => {
  const events = await restoredAfter(
    async (session) => {
      await engine.payUsdc(session, price / 2n)
      expect(await engine.settle(session)).toBe('underpaid')
    },
    async (session) => {
      await engine.payUsdc(session, price / 2n)
      expect(await engine.settle(session)).toBe('paid')
    },
  )
  const expected = ['1 session.detected', '2 session.underpaid', '2 session.paid']
  expect(handled(events)).toEqual(expected)
})

it('repeats a payment in fewer steps than before without an event that looks new', async () => {
  const events = await restoredAfter(
    async (session) => {
      await engine.payUsdc(session, price / 2n)
      expect(await engine.settle(session)).toBe('underpaid')
      await engine.payUsdc(session, price / 2n)
      expect(await engine.settle(session)).toBe('paid')
    },
    async (session) => expect(await engine.settle(session)).toBe('paid'),
  )
  const expected = ['1 session.detected', '2 session.underpaid', '3 session.paid']
  expect(handled(events)).toEqual(expected)
})
