import { presentEvent } from '../contract/event.ts'
import { type AttemptOutcome, isGone } from '../domain/delivery-attempt.ts'
import type { Event } from '../domain/event.ts'
import type { RandomBytes } from '../domain/ids.ts'
import { invariant } from '../domain/invariant.ts'
import type { Mode } from '../domain/mode.ts'
import {
  attempted,
  cancelled,
  claimed,
  nextStep,
  type WebhookDelivery,
} from '../domain/webhook-delivery.ts'
import type { WebhookEndpoint } from '../domain/webhook-endpoint.ts'
import { loadDelivery, replaceDelivery } from '../store/deliveries.ts'
import { loadEvent } from '../store/events.ts'
import type { Table } from '../store/table.ts'
import { deactivateWebhookEndpoint, loadWebhookEndpoint } from '../store/webhook-endpoints.ts'
import type { WebhookRequest } from '../webhooks/send.ts'
import { signWebhook } from '../webhooks/sign.ts'

export type DeliverWebhookDeps = {
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
}

export type DeliveryMessage = { messageId: string; mode: Mode; deliveryId: string }

/** What shall become of the message: nothing is left for it to do, or it has to come back. */
export type MessageFate = { kind: 'finished' } | { kind: 'parked'; until: Date }

const finished: MessageFate = { kind: 'finished' }
const claimAttempts = 5
const goneReason = 'The receiver answered 410 Gone.'

/**
 * Makes the attempt that a message asks for, if it is due and nobody else makes it. An attempt that fails is an
 * outcome, never an error; what is thrown is ours, and the message then comes back by itself.
 */
export async function deliverWebhook(
  deps: DeliverWebhookDeps,
  message: DeliveryMessage,
): Promise<MessageFate> {
  for (let attempt = 1; attempt <= claimAttempts; attempt++) {
    const delivery = await loadDelivery(deps.table, message.mode, message.deliveryId)
    if (!delivery) return finished
    const step = nextStep(delivery, { now: deps.now(), messageId: message.messageId })
    if (step.kind === 'drop') return finished
    if (step.kind === 'wait') return { kind: 'parked', until: step.until }
    const fate = await deliver(deps, delivery, message.messageId)
    if (fate) return fate
  }
  throw new Error(`delivery ${message.deliveryId} changed ${claimAttempts} times before its claim`)
}

/** Undefined where somebody else wrote first: look again. */
async function deliver(
  deps: DeliverWebhookDeps,
  delivery: WebhookDelivery,
  messageId: string,
): Promise<MessageFate | undefined> {
  const { mode, endpointId, eventId } = delivery
  const [endpoint, event] = await Promise.all([
    loadWebhookEndpoint(deps.table, mode, endpointId),
    loadEvent(deps.table, mode, eventId),
  ])
  if (!endpoint?.active) return cancel(deps, delivery, endpoint)
  invariant(event, `event ${eventId} exists`)
  const secrets = await deps.openSecrets(endpoint)
  const leaseUntil = new Date(deps.now().getTime() + deps.leaseSeconds * 1000)
  const leased = claimed(delivery, { leaseUntil, messageId })
  const won = await replaceDelivery(deps.table, { delivery: leased, from: delivery.version })
  return won ? attempt(deps, leased, { endpoint, event, secrets }) : undefined
}

async function cancel(
  { table, now }: DeliverWebhookDeps,
  delivery: WebhookDelivery,
  endpoint: WebhookEndpoint | undefined,
): Promise<MessageFate | undefined> {
  const ending = endpoint ? 'endpoint_inactive' : 'endpoint_deleted'
  const ended = cancelled(delivery, { ending, at: now() })
  const won = await replaceDelivery(table, { delivery: ended, from: delivery.version })
  return won ? finished : undefined
}

type Consignment = {
  endpoint: WebhookEndpoint
  event: Event
  secrets: readonly [string, ...string[]]
}

async function attempt(
  deps: DeliverWebhookDeps,
  delivery: WebhookDelivery,
  { endpoint, event, secrets }: Consignment,
): Promise<MessageFate> {
  const startedAt = deps.now()
  const body = JSON.stringify(presentEvent(event))
  const headers = {
    'Content-Type': 'application/json',
    'User-Agent': 'Quittance-Webhooks/1',
    ...signWebhook({ eventId: event.id, body, at: startedAt }, secrets),
  }
  const request = { url: endpoint.url, headers, body }
  const outcome = await deps.send(request)
  return record(deps, delivery, { request, startedAt, outcome })
}

type Made = { request: WebhookRequest; startedAt: Date; outcome: AttemptOutcome }

/**
 * Where the lease ran out before the outcome was known, another attempt may be under way and its outcome counts: the
 * message looks again.
 */
async function record(
  deps: DeliverWebhookDeps,
  delivery: WebhookDelivery,
  { request, startedAt, outcome }: Made,
): Promise<MessageFate> {
  const { table, schedule } = deps
  const { mode, id: deliveryId } = delivery
  const at = deps.now()
  if (isGone(outcome)) {
    await deactivateWebhookEndpoint(table, { mode, id: delivery.endpointId }, goneReason)
  }
  const after = attempted(delivery, { outcome, at, schedule }, deps.randomBytes)
  const parked = after.status === 'pending'
  const logged = {
    deliveryId,
    mode,
    number: after.attemptsMade,
    startedAt,
    latencyMs: at.getTime() - startedAt.getTime(),
    url: request.url,
    requestHeaders: request.headers,
    outcome,
    nextAttemptAt: parked ? after.nextAttemptAt : null,
  }
  const replaced = { delivery: after, from: delivery.version }
  const won = await replaceDelivery(table, replaced, { attempt: logged })
  if (!won) return { kind: 'parked', until: at }
  return parked ? { kind: 'parked', until: after.nextAttemptAt } : finished
}
