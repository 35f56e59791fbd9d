import { expect, it } from 'vitest'
import { newId } from '../../shared/kernel/ids.ts'
import type { Table } from '../../shared/kernel/store/table.ts'
import { transact } from '../../shared/kernel/store/transact.ts'
import type { CheckoutSession } from '../../shared/payments/checkout-sessions/rules/checkout-session.ts'
import { sessionCreation } from '../../shared/payments/checkout-sessions/store/sessions.ts'
import { applyFact } from '../../shared/payments/ledger/apply-fact.ts'
import { listDeliveriesOfEvent } from '../../shared/records/outbox/store/delivery-lists.ts'
import { eventsOfSession } from '../../shared/records/outbox/store/events.ts'
import { type DeliveryHarness, deliveryHarness } from '../delivery-harness.ts'
import { aSession, counted, someSettings, transfersCounted } from '../factories.ts'
import { seededBytes } from '../seeded-bytes.ts'
import { testTable } from '../test-table.ts'
import { complaints, walkFaults } from './walk-faults.ts'

const randomBytes = seededBytes('delivering')

const fact = transfersCounted({ seen: counted(1_000_000n), txHash: '0x01' })

/** A session, with its own queue and workers. */
type Subject = { session: CheckoutSession; harness: DeliveryHarness }

const openHarness = (table: Table) => deliveryHarness(table, () => ({ statusCode: 200 }))

async function openSession(table: Table): Promise<Subject> {
  const harness = await openHarness(table)
  const id = newId('checkoutSession', harness.clock(), randomBytes)
  const session = aSession({ id })
  await transact(table, [sessionCreation(session, session.expiresAt)])
  return { session, harness }
}

/** A scan detects a payment, and a worker delivers its event. */
async function notice(table: Table, { session, harness }: Subject): Promise<void> {
  harness.restart()
  const deps = {
    table,
    now: harness.clock,
    randomBytes,
    settings: async () => someSettings(),
    enqueueDeliveries: harness.enqueue,
    startConfirmation: async () => undefined,
  }
  await applyFact(deps, { mode: session.mode, sessionId: session.id }, async () => fact)
  await harness.run(1)
}

/** Three hours of workers and relay, without scans. */
async function waitFor(harnesses: readonly DeliveryHarness[]): Promise<void> {
  for (let hour = 0; hour < 3; hour++) {
    for (const harness of harnesses) {
      harness.restart()
      await harness.run(3600)
    }
    await harnesses[0]?.relay()
  }
  await harnesses[0]?.run(60)
}

it.each([{ again: true }, { again: false }])(
  'a change is one event, delivered at least once, whichever call fails (scanned again: $again)',
  async ({ again }) => {
    const table = await testTable()
    const repair = await openHarness(table)
    await repair.openEndpoint('https://shop.example/hooks', { events: ['session.detected'] })
    const cases = await walkFaults(
      {
        prepare: () => openSession(table),
        start: async () => (subject: Subject) => notice(table, subject),
      },
      { again },
    )
    const harnesses = [repair, ...cases.map(({ subject }) => subject.harness)]
    await waitFor(harnesses)

    const sent = harnesses.flatMap(({ sends }) => sends.map(({ request }) => request))
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
      // If nothing was committed and nothing scans again, there is no event.
      const sound = ['session.detected / succeeded / true', ...(again ? [] : [' /  / '])]
      return sound.includes(outcome) ? [] : [outcome]
    })
    expect(found).toEqual([])
    expect(harnesses.flatMap(({ queue }) => [...queue.messages(), ...queue.dead])).toEqual([])
  },
)
