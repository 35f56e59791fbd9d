import { expect, it } from 'vitest'
import { aSession } from '../../../../test/factories.ts'
import { presentEvent, presentStoredEvent } from '../../../merchant/events/wire/event.ts'
import type { Event } from '../../../records/outbox/rules/event.ts'
import { checkoutSession, presentCheckoutSession } from './checkout-session.ts'
import { checkoutSessionExample } from './checkout-session-example.ts'

const session = aSession()
const presented = presentCheckoutSession(session, { baseUrl: 'https://pay.example.com' })

it('has its fields in one order in the API, in its example, and in deliveries of events', () => {
  const text = JSON.stringify(presented)
  expect(JSON.stringify(checkoutSession.parse(presented))).toBe(text)
  const event: Event = {
    id: 'evt_1',
    mode: 'test',
    type: 'session.paid',
    sessionId: session.id,
    data: { ...presented, sequence: 1 },
    createdAt: session.createdAt,
  }
  const { data } = presentEvent(event)
  expect(JSON.stringify(presentStoredEvent(event).data)).toBe(JSON.stringify(data))
  const order = Object.keys(presented.amount)
  expect(Object.keys(checkoutSessionExample.amount)).toEqual(order)
})
