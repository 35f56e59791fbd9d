import * as z from 'zod'
import { type Event, eventTypes } from '../domain/event.ts'
import { checkoutSession } from './checkout-session.ts'

/** An event on the wire: what the API answers and what deliveries carry. */
export const event = z
  .object({
    id: z.string(),
    object: z.literal('event'),
    type: z.enum(eventTypes),
    livemode: z.boolean(),
    data: checkoutSession.extend({ sequence: z.int(), synthetic: z.literal(true).optional() }),
    createdAt: z.iso.datetime({ precision: 3 }),
  })
  .meta({ id: 'Event' })

/** The event as the API and its deliveries show it; `data` is as it was at the time. */
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
