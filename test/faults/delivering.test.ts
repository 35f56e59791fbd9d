import { expect, it } from 'vitest'
import { applyFact } from '../../shared/checkout-sessions/apply-fact.ts'
import type { CheckoutSession } from '../../shared/checkout-sessions/rules/checkout-session.ts'
import { sessionCreation } from '../../shared/checkout-sessions/store/sessions.ts'
import { eventsOfSession } from '../../shared/events/store/events.ts'
import { newId } from '../../shared/kernel/ids.ts'
import type { Table } from '../../shared/kernel/store/table.ts'
import { transact } from '../../shared/kernel/store/transact.ts'
import { listDeliveriesOfEvent } from '../../shared/webhooks/store/delivery-lists.ts'
import { aSession, counted, moneyCounted, someSettings } from '../factories.ts'
import { openPostOffice, type PostOffice } from '../post-office.ts'
import { seededBytes } from '../seeded-bytes.ts'
import { testTable } from '../test-table.ts'
import { complaints, walkFaults } from './walk-faults.ts'

const randomBytes = seededBytes('delivering')

const fact = moneyCounted({ seen: counted(1_000_000n), txHash: '0x01' })

/** A session, and a queue with workers of its own. */
type Subject = { session: CheckoutSession; office: PostOffice }

const openOffice = (table: Table) => openPostOffice(table, () => ({ statusCode: 200 }))

async function openSession(table: Table): Promise<Subject> {
  const office = await openOffice(table)
  const id = newId('checkoutSession', office.clock(), randomBytes)
  const session = aSession({ id })
  await transact(table, [sessionCreation(session, session.expiresAt)])
  return { session, office }
}

/** A scan sees money, and a worker delivers what came of it. */
async function notice(table: Table, { session, office }: Subject): Promise<void> {
  office.restart()
  const deps = {
    table,
    now: office.clock,
    randomBytes,
    settings: async () => someSettings(),
    enqueueDeliveries: office.enqueue,
    startConfirmation: async () => undefined,
  }
  await applyFact(deps, { mode: session.mode, sessionId: session.id }, async () => fact)
  await office.run(1)
}

/** Three hours in which nothing is noticed any more; workers and relay go on. */
async function waitFor(offices: readonly PostOffice[]): Promise<void> {
  for (let hour = 0; hour < 3; hour++) {
    for (const office of offices) {
      office.restart()
      await office.run(3600)
    }
    await offices[0]?.relay()
  }
  await offices[0]?.run(60)
}

it.each([{ again: true }, { again: false }])(
  'a change is one event, delivered at least once, whatever becomes of a call (noticed again: $again)',
  async ({ again }) => {
    const table = await testTable()
    const repair = await openOffice(table)
    await repair.openEndpoint('https://shop.example/hooks', { events: ['session.detected'] })
    const cases = await walkFaults(
      {
        prepare: () => openSession(table),
        start: async () => (subject: Subject) => notice(table, subject),
      },
      { again },
    )
    const offices = [repair, ...cases.map(({ subject }) => subject.office)]
    await waitFor(offices)

    const sent = offices.flatMap(({ sends }) => sends.map(({ request }) => request))
    const received = new Set(sent.map(({ headers }) => headers['webhook-id']))
    const found = await complaints(cases, async ({ subject: { session } }) => {
      const { mode, id } = session
      const events = await eventsOfSession(table, mode, id)
      const deliveries = await Promise.all(
        events.map((event) => listDeliveriesOfEvent(table, { mode, eventId: event.id })),
      )
      const types = events.map(({ type }) => type)
      const statuses = deliveries.flat().map(({ status }) => status)
      const outcome = [types, statuses, events.map((event) => received.has(event.id))].join(' / ')
      // Where nothing was committed and nobody looks again, there is nothing to tell.
      const sound = ['session.detected / succeeded / true', ...(again ? [] : [' /  / '])]
      return sound.includes(outcome) ? [] : [outcome]
    })
    expect(found).toEqual([])
    expect(offices.flatMap(({ queue }) => [...queue.messages(), ...queue.dead])).toEqual([])
  },
)
