import { expect, it } from 'vitest'
import { event } from '../merchant/events/wire/event.ts'
import { eventTypes } from '../records/outbox/rules/event.ts'
import { eventExampleOf } from './event-examples.ts'

it.each(eventTypes)('the example of %s is an event as it is delivered', (type) => {
  const example = eventExampleOf(type)
  expect(event.parse(example)).toEqual(example)
})
