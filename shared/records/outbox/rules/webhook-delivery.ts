import { newId, type RandomBytes } from '../../../kernel/ids.ts'
import type { Mode } from '../../../kernel/mode.ts'
import { type AttemptOutcome, type DeliveryError, isDelivered, isGone } from './delivery-attempt.ts'
import type { Event, EventType } from './event.ts'
import { nextAttemptAt } from './retry-schedule.ts'
import type { WebhookEndpoint } from './webhook-endpoint.ts'

export const deliveryStatuses = ['pending', 'succeeded', 'failed', 'cancelled'] as const
export type DeliveryStatus = (typeof deliveryStatuses)[number]

/** Why a delivery failed or was cancelled. */
export const deliveryEndings = [
  'attempts_exhausted',
  'endpoint_gone',
  'endpoint_inactive',
  'endpoint_deleted',
] as const
type DeliveryEnding = (typeof deliveryEndings)[number]

/** The delivery of one event to one endpoint. The queue only carries its id; this item is the source of truth. */
export type WebhookDelivery = {
  id: string
  mode: Mode
  /** The event's index shard. */
  shard?: number | undefined
  endpointId: string
  eventId: string
  eventType: EventType
  /** Counts writes; every write is conditional on it, so a lease is taken once and a late worker overwrites nothing. */
  version: number
  status: DeliveryStatus
  /** Attempts whose outcome is known. An attempt whose worker died is made again. */
  attemptsMade: number
  /** The status code of the latest response, or why there was none; undefined before the first attempt. */
  lastOutcome?: number | DeliveryError | undefined
  nextAttemptAt: Date
  /** Until when one worker has the exclusive right to send; null while none has. */
  leaseUntil: Date | null
  /** The queue's message that carries this delivery; any other is a duplicate. */
  messageId: string | null
  /** When a worker must have processed it: the relay queues it again if it is overdue. */
  dueAt: Date
  /** The number of times that the relay has queued it since the last outcome. */
  requeues: number
  ending: DeliveryEnding | null
  createdAt: Date
  /** When it was last replayed. */
  replayedAt: Date | null
  /** When it left `pending`. */
  endedAt: Date | null
}

/**
 * A new delivery of an event to an endpoint, due immediately. If the endpoint is disabled, it is cancelled from the
 * start, so that it can be recovered later.
 */
export function newDelivery(
  {
    event,
    endpoint,
  }: { event: Pick<Event, 'id' | 'mode' | 'shard' | 'type'>; endpoint: Recipient },
  at: Date,
  randomBytes: RandomBytes,
): WebhookDelivery {
  const ended = { status: 'cancelled', ending: 'endpoint_inactive', endedAt: at } as const
  return {
    id: newId('delivery', at, randomBytes),
    mode: event.mode,
    shard: event.shard,
    endpointId: endpoint.id,
    eventId: event.id,
    eventType: event.type,
    version: 1,
    createdAt: at,
    replayedAt: null,
    ...fresh(at),
    ...(!endpoint.active && ended),
  }
}

/** The state of a delivery before its first attempt. */
function fresh(at: Date) {
  return {
    status: 'pending',
    attemptsMade: 0,
    lastOutcome: undefined,
    nextAttemptAt: at,
    leaseUntil: null,
    messageId: null,
    dueAt: at,
    requeues: 0,
    ending: null,
    endedAt: null,
  } as const
}

type Recipient = Pick<WebhookEndpoint, 'id' | 'active'>

/** The delivery while it waits for a send slot of its endpoint; without a message, for the relay. Uses up no attempt. */
export function queued(
  delivery: WebhookDelivery,
  { until, messageId }: { until: Date; messageId: string | null },
): WebhookDelivery {
  const version = delivery.version + 1
  return { ...delivery, version, messageId, nextAttemptAt: until, dueAt: until }
}

/** The delivery with the right to send until `leaseUntil`, for the worker that has the message. */
export function claimed(
  delivery: WebhookDelivery,
  { leaseUntil, messageId }: { leaseUntil: Date; messageId: string },
): WebhookDelivery {
  return { ...delivery, version: delivery.version + 1, leaseUntil, messageId, dueAt: leaseUntil }
}

/** The delivery after an attempt: decided, or waiting for the next one. */
export function attempted(
  delivery: WebhookDelivery,
  { outcome, at, schedule }: { outcome: AttemptOutcome; at: Date; schedule: readonly number[] },
  randomBytes: RandomBytes,
): WebhookDelivery {
  const attemptsMade = delivery.attemptsMade + 1
  const after = {
    ...delivery,
    version: delivery.version + 1,
    attemptsMade,
    lastOutcome: outcome.kind === 'responded' ? outcome.statusCode : outcome.error,
    leaseUntil: null,
    requeues: 0,
  }
  if (isDelivered(outcome)) return { ...after, status: 'succeeded', endedAt: at }
  if (isGone(outcome)) return { ...after, status: 'failed', ending: 'endpoint_gone', endedAt: at }
  const next = nextAttemptAt({ schedule, attemptsMade, failedAt: at }, randomBytes)
  if (next) return { ...after, nextAttemptAt: next, dueAt: next }
  return { ...after, status: 'failed', ending: 'attempts_exhausted', endedAt: at }
}

/** The delivery, cancelled because its endpoint is disabled or deleted. */
export function cancelled(
  delivery: WebhookDelivery,
  { ending, at }: { ending: 'endpoint_inactive' | 'endpoint_deleted'; at: Date },
): WebhookDelivery {
  const version = delivery.version + 1
  return { ...delivery, version, status: 'cancelled', leaseUntil: null, ending, endedAt: at }
}

/** Whether it ended without having arrived, so that it can be recovered. */
export function isUndelivered({ status }: Pick<WebhookDelivery, 'status'>): boolean {
  return status === 'failed' || status === 'cancelled'
}

/** Whether it has failed so far, for good or not yet. */
export function hasNotArrived(delivery: Pick<WebhookDelivery, 'status' | 'attemptsMade'>): boolean {
  return isUndelivered(delivery) || isRetrying(delivery)
}

/** Whether it waits after an attempt that failed. */
export function isRetrying({
  status,
  attemptsMade,
}: Pick<WebhookDelivery, 'status' | 'attemptsMade'>): boolean {
  return status === 'pending' && attemptsMade > 0
}

/**
 * The delivery with a new schedule of attempts, due immediately; event and log stay. A message that is still waiting
 * becomes a duplicate.
 */
export function replayed(delivery: WebhookDelivery, at: Date): WebhookDelivery {
  return { ...delivery, ...fresh(at), version: delivery.version + 1, replayedAt: at }
}

const longestPatienceSeconds = 3_600

/** The delivery after the relay queued it again. The relay waits twice as long before each next time. */
export function requeued(delivery: WebhookDelivery, at: Date): WebhookDelivery {
  const patience = Math.min(60 * 2 ** delivery.requeues, longestPatienceSeconds)
  return {
    ...delivery,
    version: delivery.version + 1,
    requeues: delivery.requeues + 1,
    dueAt: new Date(at.getTime() + patience * 1000),
  }
}
