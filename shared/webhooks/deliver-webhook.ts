import { invariant } from '../kernel/invariant.ts'
import { transact } from '../kernel/store/transact.ts'
import { type AttemptDeliveryDeps, attemptDelivery, type MessageFate } from './attempt-delivery.ts'
import { nextStep } from './rules/delivery-step.ts'
import { freeSlot, queueSeconds, type SendSlot, turnedAwaySeconds } from './rules/send-slots.ts'
import { cancelled, queued, type WebhookDelivery } from './rules/webhook-delivery.ts'
import type { WebhookEndpoint } from './rules/webhook-endpoint.ts'
import type { Turnstile } from './sending/turnstile.ts'
import { type ConsignmentIds, loadConsignment } from './store/consignments.ts'
import { deliveryReplacement, replaceDelivery } from './store/deliveries.ts'
import { webhookEndpointOffCheck } from './store/webhook-endpoint-changes.ts'

export type DeliverWebhookDeps = AttemptDeliveryDeps & {
  /** Puts a delivery on the queue in a message of its own that is seen after the delay; gives out the message's id. */
  enqueueLater: (delivery: WebhookDelivery, delaySeconds: number) => Promise<string>
  /** Bounds, by endpoint, what this process alone sends at a time. */
  turnstile: Turnstile
}

/** `receipts` counts how often the queue has handed the message out, this time included. */
export type DeliveryMessage = ConsignmentIds & { messageId: string; receipts: number }

const finished: MessageFate = { kind: 'finished' }
/** Races to lose against others before the message gives way to them for a second. */
const rounds = 10

/**
 * Makes the attempt that a message asks for, if it is due and nobody else makes it. An attempt that fails is an
 * outcome, never an error; what is thrown is ours, and the message then comes back by itself.
 */
export async function deliverWebhook(
  deps: DeliverWebhookDeps,
  message: DeliveryMessage,
): Promise<MessageFate> {
  const leave = await deps.turnstile.enter(message.endpointId)
  const aside = leave ? undefined : turnedAwaySeconds(message, deps.randomBytes)
  if (aside !== undefined) return parkedFor(deps, aside)
  try {
    for (let round = 1; round <= rounds; round++) {
      const fate = await look(deps, message, { maySend: leave !== undefined })
      if (fate) return fate
    }
    return parkedFor(deps, 1)
  } finally {
    leave?.()
  }
}

function parkedFor({ now }: DeliverWebhookDeps, seconds: number): MessageFate {
  return { kind: 'parked', until: new Date(now().getTime() + seconds * 1000) }
}

/** Undefined where somebody else wrote first: look again. */
async function look(
  deps: DeliverWebhookDeps,
  message: DeliveryMessage,
  { maySend }: { maySend: boolean },
): Promise<MessageFate | undefined> {
  const { delivery, endpoint, event, slots } = await loadConsignment(deps.table, message)
  if (!delivery) return finished
  const { messageId } = message
  const step = nextStep(delivery, { now: deps.now(), messageId })
  if (step.kind === 'drop') return finished
  if (step.kind === 'wait') return { kind: 'parked', until: step.until }
  if (!endpoint?.active) return cancel(deps, delivery, endpoint)
  const slot = maySend ? freeSlot(slots, deps.now(), deps.randomBytes) : undefined
  if (slot === undefined) return queue(deps, delivery, slots)
  invariant(event, `event ${delivery.eventId} exists`)
  return attemptDelivery(deps, { delivery, messageId, endpoint, event, slot })
}

/** Together with a look at the endpoint: switched on at this moment, it would not be told of what is cancelled after. */
async function cancel(
  { table, now }: DeliverWebhookDeps,
  delivery: WebhookDelivery,
  endpoint: WebhookEndpoint | undefined,
): Promise<MessageFate | undefined> {
  const ending = endpoint ? 'endpoint_inactive' : 'endpoint_deleted'
  const ended = cancelled(delivery, { ending, at: now() })
  const { committed } = await transact(table, [
    deliveryReplacement(ended, delivery.version),
    webhookEndpointOffCheck({ mode: delivery.mode, id: delivery.endpointId }),
  ])
  return committed ? finished : undefined
}

/**
 * The endpoint has its full number of sends: the delivery waits in a message of its own instead of this one, because each
 * receipt counts towards the dead-letter queue and a line may be long.
 */
async function queue(
  deps: DeliverWebhookDeps,
  delivery: WebhookDelivery,
  slots: readonly SendSlot[],
): Promise<MessageFate | undefined> {
  const now = deps.now()
  const seconds = queueSeconds(slots, now, deps.randomBytes)
  const messageId = await deps.enqueueLater(delivery, seconds)
  const until = new Date(now.getTime() + seconds * 1000)
  const waiting = queued(delivery, { until, messageId })
  await replaceDelivery(deps.table, { delivery: waiting, from: delivery.version })
  // Where somebody else wrote first, the new message finds out what is left to do.
  return finished
}
