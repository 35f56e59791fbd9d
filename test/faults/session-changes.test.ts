import { ReceiveMessageCommand } from '@aws-sdk/client-sqs'
import { expect, it } from 'vitest'
import * as z from 'zod'
import { localAddresses } from '../../shared/chain/local-addresses.ts'
import { recheckPayment } from '../../shared/merchant/checkout/recheck-payment.ts'
import { timersOf } from '../../shared/merchant/checkout/start-timer.ts'
import { watchSession } from '../../shared/merchant/checkout/watch-session.ts'
import { relayDeliveries } from '../../shared/merchant/webhooks/deliveries/relay-deliveries.ts'
import type { CheckoutSession } from '../../shared/payments/checkout-sessions/rules/checkout-session.ts'
import { loadCheckoutSession } from '../../shared/payments/checkout-sessions/store/sessions.ts'
import { reconcile } from '../../shared/payments/ledger/scanning/reconcile.ts'
import { scanSession } from '../../shared/payments/ledger/scanning/scan-session.ts'
import { loadTransfers } from '../../shared/payments/ledger/store/transfers.ts'
import {
  enqueueDeliveries,
  type QueuedDelivery,
} from '../../shared/records/outbox/enqueue-deliveries.ts'
import { eventTypes } from '../../shared/records/outbox/rules/event.ts'
import { listDeliveriesOfEvent } from '../../shared/records/outbox/store/delivery-lists.ts'
import { eventsOfSession } from '../../shared/records/outbox/store/events.ts'
import { loadSettings } from '../../shared/records/settings/store/settings.ts'
import { aSession, someSettings } from '../factories.ts'
import { engineHarness } from '../scenarios/engine-harness.ts'
import { seededBytes } from '../seeded-bytes.ts'
import { testQueues } from '../test-queues.ts'
import { aWebhookEndpoint, saveEndpoint } from '../webhook-fixture.ts'
import { seededPlan, underFaults } from './fault.ts'
import { localMachines } from './local-machines.ts'
import { complaints, type FaultCase, walkFaults } from './walk-faults.ts'

const randomBytes = seededBytes('moving')

const price = 1_000_000n
const usdc = {
  chainId: 31337,
  asset: 'USDC',
  tokenAddress: localAddresses.testUsdc,
  decimals: 6,
  amountBase: price,
  unitPriceUsd: '1',
}
const mode = 'test'
type SessionRef = { mode: typeof mode; sessionId: string }

/** An engine harness with a real queue and state machines, and two receivers of every event. */
async function openService() {
  const [engine, queue, machines] = await Promise.all([
    engineHarness(),
    testQueues(),
    localMachines(),
  ])
  const { table } = engine
  for (const path of ['a', 'b']) {
    const url = `https://shop.example/${path}`
    const endpoint = aWebhookEndpoint({ url, at: engine.deps.now() }, randomBytes)
    await saveEndpoint(table, { ...endpoint, events: [...eventTypes] })
  }
  const startRecheck = timersOf(machines.machineArn('payment-confirmation'))
  const startTimer = timersOf(machines.machineArn('session-timer'))
  const enqueue = (deliveries: readonly QueuedDelivery[]) =>
    enqueueDeliveries({ sqs: queue.sqs, queueUrl: () => queue.queueUrl }, deliveries)
  const deps = {
    ...engine.deps,
    settings: () => loadSettings(table, mode, { defaults: someSettings() }),
    enqueueDeliveries: enqueue,
    startConfirmation: ({ id: sessionId }: CheckoutSession, at: Date) =>
      startRecheck({ mode, sessionId }, { at, lap: 0 }),
    startRecheck,
    startTimer,
  }
  const pass = (seconds: number) =>
    engine.setClock(new Date(engine.deps.now().getTime() + seconds * 1000))
  return {
    engine,
    table,
    deps,
    /** Sessions over 1 USDC; `prepare` returns the next one. */
    async openSessions(count: number, changes: Partial<CheckoutSession> = {}) {
      const sessions: CheckoutSession[] = []
      for (let n = 0; n < count; n++) {
        sessions.push(
          await engine.openSession({ ...changes, lock: { ...aSession().lock, ...usdc } }),
        )
      }
      return sessions
    },
    async payAll(sessions: readonly CheckoutSession[]): Promise<void> {
      for (const { address } of sessions)
        await engine.chain.mintUsdc(address as `0x${string}`, price)
      await engine.mine()
    },
    pass,
    /** Runs every minute's work, without faults. */
    async nextMinute(): Promise<void> {
      pass(61)
      const { failures } = await reconcile(deps, { mode })
      expect(failures).toEqual([])
      pass(61)
      await relayDeliveries({ table, now: deps.now, enqueueDeliveries: enqueue }, { mode })
    },
    /** Ids of the deliveries on the queue. */
    async queued(): Promise<Set<string>> {
      const body = z.object({ deliveryId: z.string() })
      const ids = new Set<string>()
      for (;;) {
        const { Messages = [] } = await queue.sqs.send(
          new ReceiveMessageCommand({ QueueUrl: queue.queueUrl, MaxNumberOfMessages: 10 }),
        )
        if (Messages.length === 0) return ids
        for (const { Body = '' } of Messages) ids.add(body.parse(JSON.parse(Body)).deliveryId)
      }
    },
  }
}

type Service = Awaited<ReturnType<typeof openService>>
type Case = FaultCase<CheckoutSession, unknown>

/** Invariants of every session: its status, one event per change, and one delivery per event and endpoint. */
async function wrongSessions(
  { table, queued }: Service,
  cases: readonly Case[],
  expected: { status: string; events: readonly string[]; transfers: number },
): Promise<string[]> {
  const onQueue = await queued()
  return complaints(cases, async ({ subject: { id } }) => {
    const [session, events, transfers] = await Promise.all([
      loadCheckoutSession(table, mode, id),
      eventsOfSession(table, mode, id),
      loadTransfers(table, { mode, sessionId: id }),
    ])
    const deliveries = await Promise.all(
      events.map((event) => listDeliveriesOfEvent(table, { mode, eventId: event.id })),
    )
    const found = {
      status: session?.status,
      events: events.map(({ type }) => type),
      sequences: events.map(({ data }) => data['sequence']),
      receivers: deliveries.map((ofEvent) => new Set(ofEvent.map((d) => d.endpointId)).size),
      deliveries: deliveries.map((ofEvent) => ofEvent.length),
      lost: deliveries.flat().filter((delivery) => !onQueue.has(delivery.id)).length,
      transfers: transfers.length,
    }
    const wanted = {
      status: expected.status,
      events: expected.events,
      sequences: expected.events.map((_, index) => index + 1),
      receivers: expected.events.map(() => 2),
      deliveries: expected.events.map(() => 2),
      lost: 0,
      transfers: expected.transfers,
    }
    const [is, shouldBe] = [JSON.stringify(found), JSON.stringify(wanted)]
    return is === shouldBe ? [] : [`${is} should be ${shouldBe}`]
  })
}

/** Returns prepared sessions one at a time. */
function handOut(sessions: readonly CheckoutSession[]) {
  const rest = sessions.values()
  return async (): Promise<CheckoutSession> => {
    const { value } = rest.next()
    if (!value) throw new Error(`${sessions.length} sessions are not enough`)
    return value
  }
}

/** With the request repeated, and with a crash that nothing repeats. */
async function walkBoth(
  sessions: readonly CheckoutSession[],
  act: (ref: SessionRef) => Promise<unknown>,
): Promise<Case[]> {
  const useCase = {
    prepare: handOut(sessions),
    start: async () => (session: CheckoutSession) => act({ mode, sessionId: session.id }),
  }
  const repeated = await walkFaults(useCase, { again: true })
  return [...repeated, ...(await walkFaults(useCase, { again: false }))]
}

const detected = { status: 'detected', events: ['session.detected'], transfers: 1 } as const
const paid = { ...detected, status: 'paid', events: ['session.detected', 'session.paid'] } as const

it('a payment is detected once, whichever call fails', async () => {
  const service = await openService()
  const sessions = await service.openSessions(70)
  await service.payAll(sessions)
  const cases = await walkBoth(sessions, (ref) => scanSession(service.deps, ref))
  await service.nextMinute()
  expect(await wrongSessions(service, cases, detected)).toEqual([])
})

it('a payment is confirmed once, whichever call fails', async () => {
  const service = await openService()
  const sessions = await service.openSessions(60)
  await service.payAll(sessions)
  for (const { id } of sessions) await scanSession(service.deps, { mode, sessionId: id })
  await service.engine.mine(7)
  const cases = await walkBoth(sessions, (ref) => recheckPayment(service.deps, { ...ref, lap: 0 }))
  await service.nextMinute()
  expect(await wrongSessions(service, cases, paid)).toEqual([])
})

it('a payment before the choice of an asset counts, whichever call of the choice fails', async () => {
  const service = await openService()
  const sessions = await service.openSessions(90, { assetSelected: false })
  const cases = await walkBoth(sessions, ({ sessionId }) => service.engine.choose(sessionId, 'ETH'))
  await service.payAll(sessions)
  await service.nextMinute()
  expect(await wrongSessions(service, cases, detected)).toEqual([])
  // An asset whose choice was confirmed is among the session's terms.
  const told = cases.filter(({ results }) => results.length > 0)
  expect(told).not.toEqual([])
  const forgotten = await complaints(told, async ({ subject: { id } }) => {
    const { otherTerms } = (await loadCheckoutSession(service.table, mode, id)) ?? aSession()
    return otherTerms.some(({ lock }) => lock.asset === 'ETH') ? [] : ['ETH was not chosen']
  })
  expect(forgotten).toEqual([])
})

it('a session expires once, whichever call fails', async () => {
  const service = await openService()
  const sessions = await service.openSessions(60)
  // The block after the deadline is confirmed.
  await service.engine.mine(31 + 2)
  const cases = await walkBoth(sessions, (ref) => watchSession(service.deps, { ...ref, lap: 0 }))
  await service.nextMinute()
  const expired = { status: 'expired', events: ['session.expired'], transfers: 0 } as const
  expect(await wrongSessions(service, cases, expired)).toEqual([])
})

it('a payment is reported once, however many calls fail', async () => {
  const service = await openService()
  const sessions = await service.openSessions(12)
  await service.payAll(sessions)
  const cases = sessions.map((subject) => ({ name: `seed ${subject.id}`, subject, results: [] }))
  const check = (act: (ref: SessionRef) => Promise<unknown>, name: string) =>
    Promise.all(
      sessions.map(async ({ id: sessionId }) => {
        const plan = seededPlan(`${name} ${sessionId}`, { rate: 0.2 })
        // The timer, the queue and the customer's page each check three times.
        for (const _ of [1, 2, 3]) {
          await underFaults(plan, () => act({ mode, sessionId }).catch(() => undefined))
        }
      }),
    )
  await check((ref) => scanSession(service.deps, ref), 'scan')
  await service.nextMinute()
  await service.engine.mine(7)
  await check((ref) => recheckPayment(service.deps, { ...ref, lap: 0 }), 'recheck')
  await service.nextMinute()
  expect(await wrongSessions(service, cases, paid)).toEqual([])
})
