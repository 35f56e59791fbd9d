import { expect, it } from 'vitest'
import { ServiceError } from '../../shared/kernel/errors.ts'
import type { Table } from '../../shared/kernel/store/table.ts'
import { transact } from '../../shared/kernel/store/transact.ts'
import { recoverDeliveries } from '../../shared/merchant/webhooks/deliveries/recover-deliveries.ts'
import { replayDelivery } from '../../shared/merchant/webhooks/deliveries/replay-delivery.ts'
import { enableWebhookEndpoint } from '../../shared/merchant/webhooks/endpoints/enable-webhook-endpoint.ts'
import { sendsInFlight } from '../../shared/merchant/webhooks/rules/send-slots.ts'
import { slotTaking } from '../../shared/merchant/webhooks/store/send-slots.ts'
import type { WebhookDelivery } from '../../shared/records/outbox/rules/webhook-delivery.ts'
import type { WebhookEndpoint } from '../../shared/records/outbox/rules/webhook-endpoint.ts'
import { type DeliveryHarness, deliveryHarness, type Receiver } from '../delivery-harness.ts'
import { runAsOperator } from '../run-as-operator.ts'
import { seededBytes } from '../seeded-bytes.ts'
import { testTable } from '../test-table.ts'
import { complaints, type FaultCase, walkFaults } from './walk-faults.ts'

const randomBytes = seededBytes('audit')

const hour = 3_600

/** A delivery with its own endpoint, queue and workers. */
type Subject = { delivery: WebhookDelivery; endpoint: WebhookEndpoint; harness: DeliveryHarness }

let harnesses = 0

async function openSubject(table: Table, receiver: Receiver): Promise<Subject> {
  const harness = await deliveryHarness(table, receiver, `harness ${++harnesses}`)
  const endpoint = await harness.openEndpoint('https://shop.example/hooks')
  const delivery = await harness.post(endpoint)
  return { delivery, endpoint, harness }
}

/** Responds with this status to the first attempt of each event, then with 200. */
function atFirst(statusCode: number): Receiver {
  const known = new Set<string>()
  return ({ headers }) => {
    const { size } = known
    known.add(headers['webhook-id'] ?? '')
    return { statusCode: known.size > size ? statusCode : 200 }
  }
}

/** Restarts the workers, and lets them finish what is due. */
async function work({ harness }: Subject): Promise<void> {
  harness.restart()
  await harness.run(1)
}

/** An operator's command, before the workers run. */
type Act = (subject: Subject) => Promise<void>

async function walk(
  { prepare, act = async () => undefined }: { prepare: () => Promise<Subject>; act?: Act },
  options: { again: boolean },
) {
  const start = async () => async (subject: Subject) => {
    await act(subject)
    await work(subject)
  }
  const cases = await walkFaults({ prepare, start }, options)
  const harnesses = cases.map(({ subject }) => subject.harness)
  for (let passed = 0; passed < 3; passed++) {
    for (const harness of harnesses) {
      harness.restart()
      await harness.run(hour)
    }
    await harnesses[0]?.relay()
  }
  await harnesses[0]?.run(60)
  const sends = harnesses.flatMap((harness) => harness.sends)
  const left = harnesses.flatMap(({ queue }) => [...queue.messages(), ...queue.dead])
  return { cases, left, sentTimes: (one: WebhookDelivery) => timesOf(sends, one) }
}

function timesOf(sends: DeliveryHarness['sends'], { eventId }: WebhookDelivery): number {
  return sends.filter(({ request }) => request.headers['webhook-id'] === eventId).length
}

/** The cases whose delivery ended differently. */
function notEnding(
  cases: readonly FaultCase<Subject, void>[],
  sound: (ended: WebhookDelivery, subject: Subject) => Promise<boolean> | boolean,
): Promise<string[]> {
  return complaints(cases, async ({ subject }) => {
    const ended = await subject.harness.stored(subject.delivery)
    const holds = ended && (await sound(ended, subject))
    return holds ? [] : [`${ended?.status} ${ended?.ending} after ${ended?.attemptsMade}`]
  })
}

it('a failed attempt is retried, whichever call fails', async () => {
  const table = await testTable()
  const receiver = atFirst(500)
  const { cases, left, sentTimes } = await walk(
    { prepare: () => openSubject(table, receiver) },
    { again: true },
  )
  const found = await notEnding(cases, ({ status }, { delivery }) => {
    const times = sentTimes(delivery)
    return status === 'succeeded' && times >= 2 && times <= 3
  })
  expect(found).toEqual([])
  expect(left).toEqual([])
})

it('an endpoint that is gone is disabled, and can get its missed events, whichever call fails', async () => {
  const table = await testTable()
  const { cases, left } = await walk(
    { prepare: () => openSubject(table, () => ({ statusCode: 410 })) },
    { again: true },
  )
  const found = await notEnding(cases, async (_, { endpoint, harness }) => {
    const off = await harness.endpointOf(endpoint)
    const deps = { table, now: harness.clock, urlRules: { allowLoopback: false }, randomBytes }
    const { missed } = await runAsOperator(enableWebhookEndpoint, deps, endpoint)
    return off?.inactiveReason === 'receiver_gone' && missed?.count === 1
  })
  expect(found).toEqual([])
  expect(left).toEqual([])
})

it('deliveries waiting for their endpoint are sent, whichever call fails', async () => {
  const table = await testTable()
  const { cases, left, sentTimes } = await walk(
    {
      prepare: async () => {
        const subject = await openSubject(table, () => ({ statusCode: 200 }))
        const since = subject.harness.clock()
        const until = new Date(since.getTime() + 40_000)
        const slots = Array.from({ length: sendsInFlight }, (_, number) => ({
          number,
          deliveryId: 'others',
          since,
          until,
        }))
        await transact(
          table,
          slots.map((slot) => slotTaking(subject.delivery, slot)),
        )
        return subject
      },
    },
    { again: true },
  )
  const found = await notEnding(
    cases,
    ({ status, attemptsMade }, { delivery }) =>
      status === 'succeeded' && attemptsMade === 1 && sentTimes(delivery) === 1,
  )
  expect(found).toEqual([])
  expect(left).toEqual([])
})

const replayDeps = ({ deps: { table }, clock, enqueue }: DeliveryHarness) => ({
  table,
  now: clock,
  enqueueDeliveries: enqueue,
})

/** Refused while the first one is running, which is fine too. */
async function replay({ delivery, harness }: Subject): Promise<void> {
  try {
    await runAsOperator(replayDelivery, replayDeps(harness), delivery)
  } catch (error) {
    if (!(error instanceof ServiceError && error.code === 'state_changed')) throw error
  }
}

async function recover({ endpoint: { id, createdAt }, harness }: Subject) {
  const since = createdAt.toISOString()
  await runAsOperator(
    recoverDeliveries,
    { ...replayDeps(harness), randomBytes },
    { id, since, limit: 250 },
  )
}

it.each([
  { act: replay, again: true },
  { act: replay, again: false },
  { act: recover, again: true },
  { act: recover, again: false },
])(
  'a failed delivery is sent by $act.name, whichever call fails (repeated: $again)',
  async ({ act, again }) => {
    const table = await testTable()
    const receiver = atFirst(410)
    const prepare = async () => {
      const subject = await openSubject(table, receiver)
      await subject.harness.run(1)
      const urlRules = { allowLoopback: false }
      const deps = { table, now: subject.harness.clock, urlRules, randomBytes }
      await runAsOperator(enableWebhookEndpoint, deps, subject.endpoint)
      return subject
    }
    const { cases, left, sentTimes } = await walk({ prepare, act }, { again })
    const found = await notEnding(cases, ({ status, replayedAt }, { delivery }) => {
      // If nothing was written and nothing is repeated, there is nothing to send.
      if (!again && replayedAt === null) return status === 'failed'
      return status === 'succeeded' && sentTimes(delivery) >= 2
    })
    expect(found).toEqual([])
    expect(left).toEqual([])
  },
)
