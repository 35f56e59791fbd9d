import { queues } from '../infra/function-row.ts'
import type { Table } from '../shared/kernel/store/table.ts'
import {
  type ConsumeDeliveriesDeps,
  consumeDeliveries,
  type QueueRecord,
} from '../shared/merchant/webhooks/deliveries/consume-deliveries.ts'
import { relayDeliveries } from '../shared/merchant/webhooks/deliveries/relay-deliveries.ts'
import type { WebhookRequest } from '../shared/merchant/webhooks/sending/send.ts'
import { openTurnstile } from '../shared/merchant/webhooks/sending/turnstile.ts'
import {
  enqueueDeliveries,
  type QueuedDelivery,
} from '../shared/records/outbox/enqueue-deliveries.ts'
import type { AttemptOutcome } from '../shared/records/outbox/rules/delivery-attempt.ts'
import { retrySchedule } from '../shared/records/outbox/rules/retry-schedule.ts'
import type { WebhookDelivery } from '../shared/records/outbox/rules/webhook-delivery.ts'
import type { WebhookEndpoint } from '../shared/records/outbox/rules/webhook-endpoint.ts'
import { loadDelivery } from '../shared/records/outbox/store/deliveries.ts'
import { listAttempts } from '../shared/records/outbox/store/delivery-attempts.ts'
import { loadWebhookEndpoint } from '../shared/records/outbox/store/webhook-endpoints.ts'
import { seededBytes } from './seeded-bytes.ts'
import { openVirtualQueue } from './virtual-queue.ts'
import { aWebhookEndpoint, saveDelivery, saveEndpoint, webhookSecret } from './webhook-fixture.ts'

/** The response of a receiver, and after how many seconds. */
export type Receiver = (request: WebhookRequest) => { statusCode: number; afterSeconds?: number }

const concurrency = 50

/**
 * The delivery engine on a real table, with a queue and receivers in virtual time: as soon as every task waits, the clock
 * jumps to the next event. Harnesses that share a table need different seeds.
 */
export async function deliveryHarness(table: Table, receiver: Receiver, seed = 'deliveries') {
  let now = new Date('2026-03-01T12:00:00.000Z')
  const clock = () => now
  const queue = await openVirtualQueue(clock, queues['webhook-deliveries'])
  const sends: { url: string; at: Date; request: WebhookRequest }[] = []
  const sleepers: { at: Date; wake: () => void }[] = []
  const reports: unknown[] = []
  const working = new Set<Promise<void>>()
  let changed = Promise.withResolvers<void>()
  const change = () => {
    changed.resolve()
    changed = Promise.withResolvers()
  }

  function sleep(seconds: number): Promise<void> {
    return new Promise((wake) => {
      sleepers.push({ at: new Date(now.getTime() + seconds * 1000), wake })
      change()
    })
  }

  async function send(request: WebhookRequest): Promise<AttemptOutcome> {
    sends.push({ url: request.url, at: now, request })
    const { statusCode, afterSeconds = 0 } = receiver(request)
    if (afterSeconds > 0) await sleep(afterSeconds)
    return { kind: 'responded', statusCode, body: '' }
  }

  // Waits are the same in every harness, so that the calls of one are those of another.
  const waits = seededBytes('waits')
  const ids = seededBytes(seed)
  const deps: ConsumeDeliveriesDeps = {
    table,
    sqs: queue.sqs,
    queueUrl: () => 'http://virtual',
    now: clock,
    randomBytes: waits,
    openSecrets: async () => [webhookSecret],
    send,
    schedule: retrySchedule(),
    leaseSeconds: 40,
    // Large enough that only the table limits sends: a turnstile doesn't see other processes.
    turnstile: openTurnstile({ places: () => 1_000, line: 0, patienceMs: 0 }),
    slotCounts: new Map(),
    report: (_, error) => reports.push(error),
  }

  async function work(record: QueueRecord): Promise<void> {
    const { batchItemFailures } = await consumeDeliveries(deps, [record])
    if (batchItemFailures.length === 0) queue.remove(record)
  }

  function begin(record: QueueRecord): void {
    const task = work(record).finally(() => {
      working.delete(task)
      change()
    })
    working.add(task)
  }

  /** Every task waits for a receiver, so nothing happens before the clock advances. */
  const isQuiet = () => working.size === sleepers.length

  /** When the next message or response is due. */
  function nextMoment(): number {
    const moments = [queue.nextAt(), ...sleepers.map(({ at }) => at)]
    return Math.min(...moments.map((at) => at?.getTime() ?? Number.POSITIVE_INFINITY))
  }

  function wakeSleepers(): void {
    for (const sleeper of sleepers.filter(({ at }) => at <= now)) {
      sleepers.splice(sleepers.indexOf(sleeper), 1)
      sleeper.wake()
    }
  }

  /** Does the work that is due, or advances the clock. Returns false if nothing is due before `until`. */
  async function tick(until: Date): Promise<boolean> {
    const records = working.size < concurrency ? queue.receive() : []
    for (const record of records) begin(record)
    if (records.length > 0) return true
    if (!isQuiet()) {
      await changed.promise
      return true
    }
    const next = nextMoment()
    if (next > until.getTime()) return false
    now = new Date(Math.max(next, now.getTime()))
    wakeSleepers()
    return true
  }

  const enqueue = (deliveries: readonly QueuedDelivery[]) => enqueueDeliveries(deps, deliveries)

  return {
    deps,
    queue,
    sends,
    reports,
    clock,
    enqueue,
    /** Drops the running tasks, as a crash does. Their leases stay. */
    restart(): void {
      working.clear()
      sleepers.length = 0
    },
    /** Runs the engine for this long, and leaves the clock at the end of it. */
    async run(seconds: number): Promise<void> {
      const until = new Date(now.getTime() + seconds * 1000)
      while (await tick(until));
      now = until
    },
    async openEndpoint(url: string, changes: Partial<WebhookEndpoint> = {}) {
      const endpoint = aWebhookEndpoint({ url, at: now }, ids, changes)
      await saveEndpoint(table, endpoint)
      return endpoint
    },
    /** Commits an event for the endpoint, and enqueues its delivery. */
    async post(endpoint: WebhookEndpoint): Promise<WebhookDelivery> {
      const delivery = await saveDelivery(table, { endpoint, at: now }, ids)
      if (delivery.status === 'pending') await enqueue([delivery])
      return delivery
    },
    relay: () =>
      relayDeliveries({ table, now: clock, enqueueDeliveries: enqueue }, { mode: 'test' }),
    stored: ({ mode, id }: WebhookDelivery) => loadDelivery(table, mode, id),
    logOf: ({ mode, id }: WebhookDelivery) => listAttempts(table, { mode, deliveryId: id }),
    endpointOf: ({ mode, id }: WebhookEndpoint) => loadWebhookEndpoint(table, mode, id),
  }
}

export type DeliveryHarness = Awaited<ReturnType<typeof deliveryHarness>>
