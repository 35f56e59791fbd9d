import * as z from 'zod'
import { refund } from '../../../money/refunds/wire/refund.ts'
import { checkoutSession } from '../../../payments/checkout-sessions/wire/checkout-session.ts'
import { unmatchedDeposit } from '../../../payments/ledger/wire/unmatched-deposit.ts'
import type { Event } from '../../../records/outbox/rules/event.ts'
import { eventExample } from './event-example.ts'
import { eventType } from './event-type.ts'

const eventContext = z.lazy(() =>
  z.object({
    sequence: z
      .int()
      .describe('Counts the events of a session: one with a lower number happened earlier.'),
    deposit: unmatchedDeposit
      .optional()
      .describe('The money that did not count; only in `session.unmatched_deposit` events.'),
    refund: refund
      .optional()
      .describe('The refund as it was at the time; only in `refund.…` events.'),
    redacted: z
      .literal(true)
      .optional()
      .describe(
        'The customer was erased: their email is a placeholder, and what they gave is missing from `metadata`.',
      ),
    synthetic: z
      .literal(true)
      .optional()
      .describe('Only in test events. Nobody paid, so ship nothing, whatever `status` says.'),
  }),
)

const eventData = z.lazy(() =>
  z.intersection(checkoutSession, eventContext).meta({ id: 'EventData' }),
)

/** An event as the API returns it and webhooks deliver it. */
export const event = z.lazy(() =>
  z
    .object({
      id: z.string(),
      object: z.literal('event'),
      type: eventType,
      livemode: z.boolean(),
      data: eventData,
      createdAt: z.iso.datetime({ precision: 3 }),
    })
    .meta({ id: 'Event', examples: [eventExample] }),
)

export type EventBody = z.infer<typeof event>

/** An event as the API and its deliveries show it; `data` is as it was at the time. */
export function presentEvent({ id, mode, type, data, createdAt }: Event) {
  return {
    id,
    object: 'event' as const,
    type,
    livemode: mode === 'live',
    data,
    createdAt: createdAt.toISOString(),
  }
}

/** A stored event as responses have it, validated by the schema. */
export function presentStoredEvent(stored: Event): EventBody {
  return event.parse(presentEvent(stored))
}

/** The response to a test of an endpoint: the event that was sent, and the id of its delivery. */
export const testEvent = z.lazy(() =>
  event.unwrap().extend({ deliveryId: z.string() }).meta({ id: 'TestEvent' }),
)

export type TestEventBody = z.infer<typeof testEvent>

export function presentTestEvent(sent: Event, { id }: { id: string }): TestEventBody {
  return testEvent.parse({ ...presentEvent(sent), deliveryId: id })
}
