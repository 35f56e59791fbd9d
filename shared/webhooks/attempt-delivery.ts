import type { Event } from '../events/rules/event.ts'
import { presentEvent } from '../events/wire/event.ts'
import type { RandomBytes } from '../kernel/ids.ts'
import type { Table } from '../kernel/store/table.ts'
import { noteEndpointHealth } from './note-endpoint-health.ts'
import { type AttemptOutcome, type DeliveryAttempt, isGone } from './rules/delivery-attempt.ts'
import { attempted, claimed, type WebhookDelivery } from './rules/webhook-delivery.ts'
import type { WebhookEndpoint } from './rules/webhook-endpoint.ts'
import type { WebhookRequest } from './sending/send.ts'
import { signWebhook } from './sending/sign.ts'
import { type AttemptWrites, settleAttempt, takeLease } from './store/delivery-leases.ts'

export type AttemptDeliveryDeps = {
  table: Table
  now: () => Date
  randomBytes: RandomBytes
  /** The endpoint's signing secrets, newest first. */
  openSecrets: (endpoint: WebhookEndpoint) => Promise<readonly [string, ...string[]]>
  send: (request: WebhookRequest) => Promise<AttemptOutcome>
  /** Seconds before each attempt. */
  schedule: readonly number[]
  /** Longer than a send may take, shorter than the queue hides a message. */
  leaseSeconds: number
  /** Is told of every attempt whose outcome was written down, and what it made of the delivery. */
  onAttempt?: (delivery: WebhookDelivery, attempt: DeliveryAttempt) => void
}

/** What shall become of the message: nothing is left for it to do, or it has to come back. */
export type MessageFate = { kind: 'finished' } | { kind: 'parked'; until: Date }

/** What is to be sent, by whom, and through which of the endpoint's slots. */
type Consignment = {
  delivery: WebhookDelivery
  messageId: string
  endpoint: WebhookEndpoint
  event: Event
  slot: number
}

/** Makes one attempt under a lease. Undefined where somebody else was faster: look again. */
export async function attemptDelivery(
  deps: AttemptDeliveryDeps,
  consignment: Consignment,
): Promise<MessageFate | undefined> {
  const { delivery, endpoint, event } = consignment
  const secrets = await deps.openSecrets(endpoint)
  const startedAt = deps.now()
  const body = JSON.stringify(presentEvent(event))
  const headers = {
    'Content-Type': 'application/json',
    'User-Agent': 'Quittance-Webhooks/1',
    ...signWebhook({ eventId: event.id, body, at: startedAt }, secrets),
  }
  const request = { url: endpoint.url, headers, body }
  const lease = leaseOf(deps, consignment, { request, startedAt })
  const taken = await takeLease(deps.table, { ...lease, from: delivery.version })
  if (taken !== 'taken') return undefined
  const outcome = await deps.send(request)
  return record(deps, lease, { endpoint, outcome })
}

type Lease = Omit<AttemptWrites, 'from'>

function leaseOf(
  { leaseSeconds }: AttemptDeliveryDeps,
  { delivery, messageId, slot }: Consignment,
  { request, startedAt }: { request: WebhookRequest; startedAt: Date },
): Lease {
  const { id: deliveryId, mode } = delivery
  const until = new Date(startedAt.getTime() + leaseSeconds * 1000)
  const attempt: DeliveryAttempt = {
    deliveryId,
    mode,
    number: delivery.attemptsMade + 1,
    startedAt,
    latencyMs: null,
    url: request.url,
    requestHeaders: request.headers,
    outcome: { kind: 'unknown', until },
    nextAttemptAt: null,
  }
  return {
    delivery: claimed(delivery, { leaseUntil: until, messageId }),
    attempt,
    slot: { number: slot, deliveryId, since: startedAt, until },
  }
}

/** What cannot be noted about the endpoint is thrown once the outcome is settled, so that no event is sent for it again. */
async function record(
  deps: AttemptDeliveryDeps,
  lease: Lease,
  { endpoint, outcome }: { endpoint: WebhookEndpoint; outcome: AttemptOutcome },
): Promise<MessageFate> {
  const at = deps.now()
  const noting = noteEndpointHealth(deps.table, endpoint, { outcome, at })
  // But for a 410: it is asked for again until the endpoint is off.
  if (isGone(outcome)) await noting
  const [noted] = await Promise.allSettled([noting])
  const fate = await settle(deps, lease, { outcome, at })
  if (noted.status === 'rejected') throw noted.reason
  return fate
}

/**
 * Where the lease ran out before the outcome was known, another attempt may be under way and its outcome counts: the
 * message looks again.
 */
async function settle(
  deps: AttemptDeliveryDeps,
  lease: Lease,
  { outcome, at }: { outcome: AttemptOutcome; at: Date },
): Promise<MessageFate> {
  const { table, schedule } = deps
  const delivery = attempted(lease.delivery, { outcome, at, schedule }, deps.randomBytes)
  const parked = delivery.status === 'pending'
  const attempt = {
    ...lease.attempt,
    latencyMs: at.getTime() - lease.attempt.startedAt.getTime(),
    outcome,
    nextAttemptAt: parked ? delivery.nextAttemptAt : null,
  }
  const writes = { ...lease, delivery, attempt, from: lease.delivery.version }
  const won = await settleAttempt(table, writes)
  if (!won) return { kind: 'parked', until: at }
  deps.onAttempt?.(delivery, attempt)
  return parked ? { kind: 'parked', until: delivery.nextAttemptAt } : { kind: 'finished' }
}
