import type { Event, EventType } from '../../events/rules/event.ts'
import { newId, type RandomBytes } from '../../kernel/ids.ts'
import type { Mode } from '../../kernel/mode.ts'
import { type AttemptOutcome, isDelivered, isGone } from './delivery-attempt.ts'
import { nextAttemptAt } from './retry-schedule.ts'
import type { WebhookEndpoint } from './webhook-endpoint.ts'

export const deliveryStatuses = ['pending', 'succeeded', 'failed', 'cancelled'] as const
export type DeliveryStatus = (typeof deliveryStatuses)[number]

/** Why a delivery failed or was cancelled for good. */
export const deliveryEndings = [
  'attempts_exhausted',
  'endpoint_gone',
  'endpoint_inactive',
  'endpoint_deleted',
] as const
type DeliveryEnding = (typeof deliveryEndings)[number]

/** One event on its way to one endpoint. The queue only carries its id; this is the truth. */
export type WebhookDelivery = {
  id: string
  mode: Mode
  endpointId: string
  eventId: string
  eventType: EventType
  /** Counts writes; every write is conditional on it, so a lease is taken once and a late worker overwrites nothing. */
  version: number
  status: DeliveryStatus
  /** Attempts whose outcome is known: one that died with its worker is made again. */
  attemptsMade: number
  nextAttemptAt: Date
  /** Until when one worker alone may send; null while nobody sends. */
  leaseUntil: Date | null
  /** The queue's message that carries this delivery; any other is a duplicate. */
  messageId: string | null
  /** When somebody has to have looked at it: the relay hands over what is overdue. */
  dueAt: Date
  /** Times the relay handed it over since the last outcome. */
  handovers: number
  ending: DeliveryEnding | null
  createdAt: Date
  /** When somebody last asked for it to be sent again from the start. */
  replayedAt: Date | null
  /** When it left `pending`. */
  endedAt: Date | null
}

/**
 * The delivery of an event to an endpoint, due at once. For one that is switched off it is cancelled from the start, so
 * that it can be made up for later.
 */
export function newDelivery(
  { event, endpoint }: { event: Pick<Event, 'id' | 'mode' | 'type'>; endpoint: Recipient },
  at: Date,
  randomBytes: RandomBytes,
): WebhookDelivery {
  const ended = { status: 'cancelled', ending: 'endpoint_inactive', endedAt: at } as const
  return {
    id: newId('delivery', at, randomBytes),
    mode: event.mode,
    endpointId: endpoint.id,
    eventId: event.id,
    eventType: event.type,
    version: 1,
    createdAt: at,
    replayedAt: null,
    ...begun(at),
    ...(!endpoint.active && ended),
  }
}

/** What a delivery is before its first attempt. */
function begun(at: Date) {
  return {
    status: 'pending',
    attemptsMade: 0,
    nextAttemptAt: at,
    leaseUntil: null,
    messageId: null,
    dueAt: at,
    handovers: 0,
    ending: null,
    endedAt: null,
  } as const
}

type Recipient = Pick<WebhookEndpoint, 'id' | 'active'>

/** The delivery in line for its endpoint, which has its full number of sends; costs no attempt. */
export function queued(
  delivery: WebhookDelivery,
  { until, messageId }: { until: Date; messageId: string },
): WebhookDelivery {
  const version = delivery.version + 1
  return { ...delivery, version, messageId, nextAttemptAt: until, dueAt: until }
}

/** Takes the right to send until `leaseUntil`, for the holder of a message. */
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
    leaseUntil: null,
    handovers: 0,
  }
  if (isDelivered(outcome)) return { ...after, status: 'succeeded', endedAt: at }
  if (isGone(outcome)) return { ...after, status: 'failed', ending: 'endpoint_gone', endedAt: at }
  const next = nextAttemptAt({ schedule, attemptsMade, failedAt: at }, randomBytes)
  if (next) return { ...after, nextAttemptAt: next, dueAt: next }
  return { ...after, status: 'failed', ending: 'attempts_exhausted', endedAt: at }
}

/** The delivery given up because its endpoint takes nothing any more. */
export function cancelled(
  delivery: WebhookDelivery,
  { ending, at }: { ending: 'endpoint_inactive' | 'endpoint_deleted'; at: Date },
): WebhookDelivery {
  const version = delivery.version + 1
  return { ...delivery, version, status: 'cancelled', leaseUntil: null, ending, endedAt: at }
}

/** Whether it ended without having arrived, so that somebody may want to make up for it. */
export function isUndelivered({ status }: Pick<WebhookDelivery, 'status'>): boolean {
  return status === 'failed' || status === 'cancelled'
}

/**
 * The delivery from the start again, due at once; event and log stay. A message that still waits for its time has
 * nothing left to do once another has taken over.
 */
export function replayed(delivery: WebhookDelivery, at: Date): WebhookDelivery {
  return { ...delivery, ...begun(at), version: delivery.version + 1, replayedAt: at }
}

const longestPatienceSeconds = 3_600

/** The delivery after the relay put it on the queue again; each time the relay waits twice as long before the next. */
export function handedOver(delivery: WebhookDelivery, at: Date): WebhookDelivery {
  const patience = Math.min(60 * 2 ** delivery.handovers, longestPatienceSeconds)
  return {
    ...delivery,
    version: delivery.version + 1,
    handovers: delivery.handovers + 1,
    dueAt: new Date(at.getTime() + patience * 1000),
  }
}
