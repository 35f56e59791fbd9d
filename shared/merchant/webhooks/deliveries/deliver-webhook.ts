import { invariant } from '../../../kernel/invariant.ts'
import { transact } from '../../../kernel/store/transact.ts'
import {
  cancelled,
  queued,
  type WebhookDelivery,
} from '../../../records/outbox/rules/webhook-delivery.ts'
import type { WebhookEndpoint } from '../../../records/outbox/rules/webhook-endpoint.ts'
import { deliveryReplacement, replaceDelivery } from '../../../records/outbox/store/deliveries.ts'
import { nextStep } from '../rules/delivery-step.ts'
import {
  freeSlot,
  receiptsOfWaiting,
  type SendSlot,
  sendsInFlight,
  slotRetrySeconds,
  slotsToTry,
  turnstileRetrySeconds,
} from '../rules/send-slots.ts'
import type { Turnstile } from '../sending/turnstile.ts'
import { type DeliveryContextIds, loadDeliveryContext } from '../store/delivery-contexts.ts'
import { webhookEndpointDisabledCheck } from '../store/webhook-endpoint-changes.ts'
import {
  type AttemptDeliveryDeps,
  attemptDelivery,
  type MessageOutcome,
} from './attempt-delivery.ts'

export type DeliverWebhookDeps = AttemptDeliveryDeps & {
  /** How many slots endpoints had when they were last read. */
  slotCounts: Map<string, number>
  /** Limits how many sends this process makes to an endpoint at a time. */
  turnstile: Turnstile
}

/** `receipts` counts how often the message was received, including this time. */
export type DeliveryMessage = DeliveryContextIds & { messageId: string; receipts: number }

const finished: MessageOutcome = { kind: 'finished' }
/** Attempts to write that may fail because of other workers before the message waits for a second. */
const rounds = 10

/**
 * Makes the attempt for a message, if it is due and no other worker makes it. A failed attempt is an outcome, not an
 * error. If this throws, the error is ours, and the queue delivers the message again.
 */
export async function deliverWebhook(
  deps: DeliverWebhookDeps,
  message: DeliveryMessage,
): Promise<MessageOutcome> {
  const leave = await deps.turnstile.enter(message.endpointId)
  const waitSeconds = leave ? undefined : turnstileRetrySeconds(message, deps.randomBytes)
  if (waitSeconds !== undefined) return parkedFor(deps, waitSeconds)
  try {
    for (let round = 1; round <= rounds; round++) {
      const outcome = await attempt(deps, message, { maySend: leave !== undefined })
      if (outcome) return outcome
    }
    return parkedFor(deps, 1)
  } finally {
    leave?.()
  }
}

function parkedFor({ now }: DeliverWebhookDeps, seconds: number): MessageOutcome {
  return { kind: 'parked', until: new Date(now().getTime() + seconds * 1000) }
}

/** Undefined if another writer was first: check again. */
async function attempt(
  deps: DeliverWebhookDeps,
  message: DeliveryMessage,
  { maySend }: { maySend: boolean },
): Promise<MessageOutcome | undefined> {
  const { endpointId, messageId } = message
  const toTry = slotsToTry(deps.slotCounts.get(endpointId) ?? sendsInFlight, deps.randomBytes)
  const context = await loadDeliveryContext(deps.table, message, toTry)
  const { delivery, endpoint, event, slots } = context
  const slotCount = context.slotCount ?? sendsInFlight
  deps.slotCounts.set(endpointId, slotCount)
  if (!delivery) return finished
  const step = nextStep(delivery, { now: deps.now(), messageId })
  if (step.kind === 'drop') return finished
  if (step.kind === 'wait') return { kind: 'parked', until: step.until }
  if (!endpoint?.active) return cancel(deps, delivery, endpoint)
  // There may be fewer than when this process last read it.
  const present = toTry.filter((number) => number < slotCount)
  const slot = maySend ? freeSlot(slots, deps.now(), present) : undefined
  if (slot === undefined) return wait(deps, delivery, { slots, message })
  invariant(event, `event ${delivery.eventId} exists`)
  return attemptDelivery(deps, { delivery, messageId, endpoint, event, slot })
}

/** Checks in the same transaction that the endpoint is still disabled: once enabled, it must not miss this delivery. */
async function cancel(
  { table, now }: DeliverWebhookDeps,
  delivery: WebhookDelivery,
  endpoint: WebhookEndpoint | undefined,
): Promise<MessageOutcome | undefined> {
  const ending = endpoint ? 'endpoint_inactive' : 'endpoint_deleted'
  const ended = cancelled(delivery, { ending, at: now() })
  const { committed } = await transact(table, [
    deliveryReplacement(ended, delivery.version),
    webhookEndpointDisabledCheck({ mode: delivery.mode, id: delivery.endpointId }),
  ])
  return committed ? finished : undefined
}

/**
 * All of the endpoint's send slots are taken, so the message is hidden. Each receipt counts towards the dead-letter queue:
 * after many of them the message ends, and the relay queues the delivery again in a new one. The function never does:
 * Lambda stops a chain of messages in which it sends to its own queue.
 */
async function wait(
  { table, now, randomBytes }: DeliverWebhookDeps,
  delivery: WebhookDelivery,
  { slots, message }: { slots: readonly SendSlot[]; message: DeliveryMessage },
): Promise<MessageOutcome | undefined> {
  const { messageId, receipts } = message
  const seconds = slotRetrySeconds({ held: slots, receipts, now: now() }, randomBytes)
  const until = new Date(now().getTime() + seconds * 1000)
  const isOver = receipts >= receiptsOfWaiting
  const waiting = queued(delivery, { until, messageId: isOver ? null : messageId })
  const won = await replaceDelivery(table, { delivery: waiting, from: delivery.version })
  if (!won) return undefined
  return isOver ? finished : { kind: 'parked', until }
}
