import * as z from 'zod'
import { eachAtOnce } from '../../kernel/each-at-once.ts'
import type { Table } from '../../kernel/store/table.ts'
import { transact } from '../../kernel/store/transact.ts'
import {
  orderReplacement,
  ordersOfSession,
} from '../../merchant/providers/store/provider-orders.ts'
import type { CheckoutSession } from '../../payments/checkout-sessions/rules/checkout-session.ts'
import type { Event } from '../../records/outbox/rules/event.ts'
import { redactAttempts } from '../../records/outbox/store/delivery-attempts.ts'
import { listDeliveriesOfEvent } from '../../records/outbox/store/delivery-lists.ts'
import { eventsOfSession, redactEvent } from '../../records/outbox/store/events.ts'
import { type Person, urlsWithoutPerson, withoutPerson } from './rules/without-person.ts'

const atOnce = 5

/**
 * Removes the customer from the events of a session, from what receivers responded to their deliveries, and from the pages
 * of hosted providers, whose URLs have the email. Returns whether nothing is left to do.
 */
export async function redactTraces(
  { table, now }: { table: Table; now: Date },
  { mode, id }: CheckoutSession,
  person: Person,
): Promise<boolean> {
  const events = await eventsOfSession(table, mode, id)
  await eachAtOnce(events, atOnce, async (event) => {
    const data = redactedData(event, person)
    if (data) await redactEvent(table, { ...event, data })
  })
  const found = events.map((event) => listDeliveriesOfEvent(table, { mode, eventId: event.id }))
  const deliveries = (await Promise.all(found)).flat()
  await eachAtOnce(deliveries, atOnce, (delivery) => redactAttempts(table, delivery))
  const areForgotten = await forgetPages(table, { mode, sessionId: id })
  // Whoever sends one now has read the event before, and is going to note the response.
  const areSent = deliveries.every(({ leaseUntil }) => leaseUntil === null || leaseUntil <= now)
  return areForgotten && areSent
}

const sent = z.looseObject({
  customerEmail: z.string().nullish(),
  metadata: z.record(z.string(), z.union([z.string(), z.number()])).nullish(),
  successUrl: z.string().nullish(),
  cancelUrl: z.string().nullish(),
  returnUrl: z.string().nullish(),
  redacted: z.literal(true).optional(),
})

/** Undefined if it says nothing of the customer. */
function redactedData({ data }: Event, { email, placeholder }: Person): Event['data'] | undefined {
  const { customerEmail = null, metadata = null, redacted, ...given } = sent.parse(data)
  const urls = urlsWithoutPerson(given, email)
  const isAnonymous = customerEmail === null && metadata === null && Object.keys(urls).length === 0
  if (redacted || isAnonymous) return undefined
  return {
    ...data,
    ...urls,
    customerEmail: customerEmail && placeholder,
    metadata: withoutPerson(metadata, email),
    redacted: true,
  }
}

async function forgetPages(table: Table, of: Pick<Event, 'mode' | 'sessionId'>): Promise<boolean> {
  const orders = (await ordersOfSession(table, of)).filter(({ page }) => page !== null)
  const writes = orders.map((order) =>
    orderReplacement({ ...order, version: order.version + 1, page: null }, order.version),
  )
  return writes.length === 0 || (await transact(table, writes)).committed
}
