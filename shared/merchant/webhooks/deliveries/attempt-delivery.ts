import type { RandomBytes } from '../../../kernel/ids.ts'
import type { Table } from '../../../kernel/store/table.ts'
import {
  type AttemptOutcome,
  type DeliveryAttempt,
  isGone,
} from '../../../records/outbox/rules/delivery-attempt.ts'
import type { Event } from '../../../records/outbox/rules/event.ts'
import {
  attempted,
  claimed,
  type WebhookDelivery,
} from '../../../records/outbox/rules/webhook-delivery.ts'
import type { WebhookEndpoint } from '../../../records/outbox/rules/webhook-endpoint.ts'
import { presentEvent } from '../../events/wire/event.ts'
import { noteEndpointHealth } from '../endpoints/note-endpoint-health.ts'
import type { WebhookRequest } from '../sending/send.ts'
import { signedRequest } from '../sending/signed-request.ts'
import { type AttemptWrites, settleAttempt, takeLease } from '../store/delivery-leases.ts'

export type AttemptDeliveryDeps = {
  table: Table
  now: () => Date
  randomBytes: RandomBytes
  /** The endpoint's signing secrets, newest first. */
  openSecrets: (endpoint: WebhookEndpoint) => Promise<readonly [string, ...string[]]>
  send: (request: WebhookRequest) => Promise<AttemptOutcome>
  /** Seconds before each attempt. */
  schedule: readonly number[]
  /** Longer than a send may take, but shorter than the queue's visibility timeout. */
  leaseSeconds: number
  /** Called with every attempt whose outcome was saved, and with the delivery after it. */
  onAttempt?: (delivery: WebhookDelivery, attempt: DeliveryAttempt) => void
}

export type MessageOutcome = { kind: 'finished' } | { kind: 'parked'; until: Date }

type AttemptContext = {
  delivery: WebhookDelivery
  messageId: string
  endpoint: WebhookEndpoint
  event: Event
  slot: number
}

/** Makes one attempt under a lease. Undefined if another worker was faster: check again. */
export async function attemptDelivery(
  deps: AttemptDeliveryDeps,
  context: AttemptContext,
): Promise<MessageOutcome | undefined> {
  const { delivery, endpoint, event } = context
  const secrets = await deps.openSecrets(endpoint)
  const startedAt = deps.now()
  const body = JSON.stringify(presentEvent(event))
  const message = { eventId: event.id, body, at: startedAt }
  const request = signedRequest({ ...message, url: endpoint.url }, secrets)
  const lease = leaseOf(deps, context, { request, startedAt })
  const taken = await takeLease(deps.table, { ...lease, from: delivery.version })
  if (taken !== 'taken') return undefined
  const outcome = await deps.send(request)
  return record(deps, lease, { endpoint, outcome })
}

type Lease = Omit<AttemptWrites, 'from'>

function leaseOf(
  { leaseSeconds }: AttemptDeliveryDeps,
  { delivery, messageId, slot }: AttemptContext,
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

/**
 * If the endpoint's health can't be saved, throws only once the outcome is saved, so that the event isn't sent again.
 */
async function record(
  deps: AttemptDeliveryDeps,
  lease: Lease,
  { endpoint, outcome }: { endpoint: WebhookEndpoint; outcome: AttemptOutcome },
): Promise<MessageOutcome> {
  const at = deps.now()
  const noting = noteEndpointHealth(deps.table, endpoint, { outcome, at })
  // Except for a 410, which is retried until the endpoint is disabled.
  if (isGone(outcome)) await noting
  const [noted] = await Promise.allSettled([noting])
  const next = await settle(deps, lease, { outcome, at })
  if (noted.status === 'rejected') throw noted.reason
  return next
}

/**
 * If the lease expired before the outcome was known, another attempt may be in progress and its outcome counts: then
 * the message is checked again.
 */
async function settle(
  deps: AttemptDeliveryDeps,
  lease: Lease,
  { outcome, at }: { outcome: AttemptOutcome; at: Date },
): Promise<MessageOutcome> {
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
