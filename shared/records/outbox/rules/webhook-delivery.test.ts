import { describe, expect, it } from 'vitest'
import { later, createdAt as start } from '../../../../test/factories.ts'
import { seededBytes } from '../../../../test/seeded-bytes.ts'
import { nextStep } from '../../../merchant/webhooks/rules/delivery-step.ts'
import type { AttemptOutcome } from './delivery-attempt.ts'
import { retrySchedule } from './retry-schedule.ts'
import {
  attempted,
  cancelled,
  claimed,
  deliveryStatuses,
  isUndelivered,
  newDelivery,
  queued,
  replayed,
  requeued,
  type WebhookDelivery,
} from './webhook-delivery.ts'

const randomBytes = seededBytes('webhook delivery')
const event = { id: 'evt_1', mode: 'test', type: 'session.paid' } as const
const schedule = retrySchedule()
const refused: AttemptOutcome = { kind: 'failed', error: 'connection_failed', message: 'refused' }

function aDelivery(changes: Partial<WebhookDelivery> = {}): WebhookDelivery {
  return {
    ...newDelivery({ event, endpoint: { id: 'we_1', active: true } }, start, randomBytes),
    ...changes,
  }
}

function answered(statusCode: number): AttemptOutcome {
  return { kind: 'responded', statusCode, body: '' }
}

describe('the holder of a message', () => {
  it('sends what is new', () => {
    expect(nextStep(aDelivery(), { now: start, messageId: 'm1' })).toEqual({ kind: 'send' })
  })

  it('waits where its next attempt is not due', () => {
    const delivery = aDelivery({ nextAttemptAt: later(60), messageId: 'm1' })
    const step = nextStep(delivery, { now: later(59), messageId: 'm1' })
    expect(step).toEqual({ kind: 'wait', until: later(60) })
    expect(nextStep(delivery, { now: later(59.6), messageId: 'm1' })).toEqual({ kind: 'send' })
  })

  it('waits for the end of a lease, then sends: its holder died', () => {
    const delivery = claimed(aDelivery(), { leaseUntil: later(40), messageId: 'm1' })
    const step = nextStep(delivery, { now: later(39.9), messageId: 'm1' })
    expect(step).toEqual({ kind: 'wait', until: later(40) })
    expect(nextStep(delivery, { now: later(40), messageId: 'm1' })).toEqual({ kind: 'send' })
  })

  it.each([
    ['is being sent', claimed(aDelivery(), { leaseUntil: later(40), messageId: 'm1' })],
    ['waits', aDelivery({ nextAttemptAt: later(60), messageId: 'm1' })],
  ])('drops a duplicate of what %s', (_, delivery) => {
    expect(nextStep(delivery, { now: later(1), messageId: 'm2' })).toEqual({ kind: 'drop' })
  })

  it('takes over from a message that was lost once the attempt is due', () => {
    const delivery = aDelivery({ nextAttemptAt: later(60), messageId: 'm1' })
    expect(nextStep(delivery, { now: later(130), messageId: 'm2' })).toEqual({ kind: 'send' })
  })

  it.each(['succeeded', 'failed', 'cancelled'] as const)('drops what has %s', (status) => {
    const step = nextStep(aDelivery({ status }), { now: later(1), messageId: 'm1' })
    expect(step).toEqual({ kind: 'drop' })
  })
})

describe('an attempt', () => {
  it.each([200, 201, 204, 299])('succeeds with %i', (status) => {
    const after = attempted(
      aDelivery(),
      { outcome: answered(status), at: later(1), schedule },
      randomBytes,
    )
    expect(after).toMatchObject({ status: 'succeeded', endedAt: later(1), attemptsMade: 1 })
  })

  it.each([answered(199), answered(300), answered(404), answered(500), refused])(
    'that fails is tried again: %o',
    (outcome) => {
      const leased = claimed(aDelivery({ requeues: 3 }), {
        leaseUntil: later(40),
        messageId: 'm1',
      })
      const after = attempted(leased, { outcome, at: later(1), schedule }, randomBytes)
      expect(after).toMatchObject({
        status: 'pending',
        leaseUntil: null,
        attemptsMade: 1,
        version: 3,
        requeues: 0,
      })
      expect(after.dueAt).toEqual(after.nextAttemptAt)
    },
  )

  it('that is the sixth to fail is the last', () => {
    const sixth = aDelivery({ attemptsMade: 5 })
    const after = attempted(sixth, { outcome: refused, at: later(1), schedule }, randomBytes)
    expect(after).toMatchObject({ status: 'failed', ending: 'attempts_exhausted', attemptsMade: 6 })
  })

  it('is the last if the response is 410', () => {
    const after = attempted(
      aDelivery(),
      { outcome: answered(410), at: later(1), schedule },
      randomBytes,
    )
    expect(after).toMatchObject({
      status: 'failed',
      ending: 'endpoint_gone',
      endedAt: later(1),
      lastOutcome: 410,
    })
    expect(replayed(after, later(2)).lastOutcome).toBeUndefined()
  })
})

it('a cancelled delivery keeps the reason', () => {
  const after = cancelled(aDelivery(), { ending: 'endpoint_inactive', at: later(1) })
  expect(after).toMatchObject({ status: 'cancelled', ending: 'endpoint_inactive', version: 2 })
})

it('the delivery to an endpoint that is off is cancelled from the start', () => {
  const off = { event, endpoint: { id: 'we_1', active: false } }
  expect(newDelivery(off, start, randomBytes)).toMatchObject({
    status: 'cancelled',
    ending: 'endpoint_inactive',
    endedAt: start,
  })
})

it('the relay waits 1, 2, 4 … minutes and at most an hour before it hands over again', () => {
  let delivery = aDelivery()
  const waits = Array.from({ length: 9 }, () => {
    delivery = requeued(delivery, start)
    return (delivery.dueAt.getTime() - start.getTime()) / 60_000
  })
  expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60])
})

it('a delivery waits for its endpoint without using up an attempt', () => {
  const waiting = queued(aDelivery({ attemptsMade: 2 }), { until: later(9), messageId: null })
  expect(waiting).toMatchObject({
    status: 'pending',
    attemptsMade: 2,
    version: 2,
    messageId: null,
    nextAttemptAt: later(9),
    dueAt: later(9),
  })
})

it('what ended without having arrived is sent again from the start, as often as before', () => {
  expect(deliveryStatuses.filter((status) => isUndelivered({ status }))).toEqual([
    ...['failed', 'cancelled'],
  ])
  const failed = aDelivery({
    status: 'failed',
    ending: 'attempts_exhausted',
    attemptsMade: 6,
    endedAt: later(1),
    leaseUntil: later(2),
    messageId: 'm1',
    requeues: 3,
    version: 9,
  })
  expect(replayed(failed, later(50))).toEqual({
    ...failed,
    version: 10,
    replayedAt: later(50),
    status: 'pending',
    attemptsMade: 0,
    nextAttemptAt: later(50),
    dueAt: later(50),
    leaseUntil: null,
    messageId: null,
    requeues: 0,
    ending: null,
    endedAt: null,
  })
})
