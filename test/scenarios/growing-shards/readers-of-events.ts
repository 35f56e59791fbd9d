import { newId } from '../../../shared/kernel/ids.ts'
import { shardOf } from '../../../shared/kernel/store/shards.ts'
import type { DeliveryAttempt } from '../../../shared/records/outbox/rules/delivery-attempt.ts'
import {
  type DeliveryStatus,
  newDelivery,
} from '../../../shared/records/outbox/rules/webhook-delivery.ts'
import { deliveryWrite } from '../../../shared/records/outbox/store/deliveries.ts'
import {
  attemptAddition,
  listAttemptsAtEndpoint,
} from '../../../shared/records/outbox/store/delivery-attempts.ts'
import {
  listDeliveriesOfEndpoint,
  undeliveredSince,
} from '../../../shared/records/outbox/store/delivery-lists.ts'
import {
  type EventFilter,
  eventCreation,
  listEvents,
} from '../../../shared/records/outbox/store/events.ts'
import { overdueDeliveries } from '../../../shared/records/outbox/store/overdue-deliveries.ts'
import { later } from '../../factories.ts'
import { seededBytes } from '../../seeded-bytes.ts'
import { countedPages } from './counted-pages.ts'
import {
  type Added,
  byCursor,
  byLimit,
  idsOf,
  inOneGo,
  type Place,
  type ShardReader,
  type SpreadName,
} from './shard-reader.ts'

const mode = 'test'
const bytes = seededBytes('readers of events')
const target = { mode, endpointId: 'we_1' } as const
const farFuture = later(100_000)

/** Others are of sessions that expired, and have no link. */
function eventAt({ second, isOther, shards }: Place, createdAt = later(second)) {
  const sessionId = newId('checkoutSession', createdAt, bytes)
  const type = isOther ? 'session.expired' : 'session.paid'
  const data = { fiat: { amount: '25.00', currency: 'USD' } }
  const id = newId('event', createdAt, bytes)
  const linkId = isOther ? null : 'pl_1'
  const shard = shardOf(sessionId, shards)
  return { id, mode, type, sessionId, linkId, data, createdAt, shard } as const
}

function addEvent(given: Place): Added {
  const event = eventAt(given)
  return { key: event.id, place: event.id, writes: [eventCreation(event)] }
}

const listed = (filter: Omit<EventFilter, 'mode'>) =>
  byCursor(async (table, { limit, cursor: before }) =>
    idsOf(await listEvents(table, { mode, ...filter, before }, { limit })),
  )

/** Each at a millisecond of its own, since what is counted has no id. */
function addCounted(given: Place): Added {
  const createdAt = new Date(later(given.second).getTime() + given.number)
  const at = createdAt.toISOString()
  return { key: at, place: at, writes: [eventCreation(eventAt(given, createdAt))] }
}

type Statuses = { own: DeliveryStatus; others: DeliveryStatus }

function deliveryAt(given: Place, { own, others }: Statuses) {
  const event = eventAt(given)
  const at = event.createdAt
  const delivery = newDelivery({ event, endpoint: { id: 'we_1', active: true } }, at, bytes)
  const status = given.isOther ? others : own
  return { ...delivery, status, endedAt: status === 'pending' ? null : at }
}

const addDelivery = (statuses: Statuses) => (given: Place) => {
  const delivery = deliveryAt(given, statuses)
  return { key: delivery.id, place: delivery.id, writes: [deliveryWrite(delivery)] }
}

const deliveriesOf = (status?: DeliveryStatus) =>
  byCursor(async (table, { limit, cursor: before }) =>
    idsOf(await listDeliveriesOfEndpoint(table, target, { status, limit, before })),
  )

/** An attempt whose outcome others still wait for. */
function addAttempt(given: Place): Added {
  const delivery = deliveryAt(given, { own: 'succeeded', others: 'pending' })
  const { id: deliveryId, createdAt: startedAt } = delivery
  const outcome = given.isOther
    ? ({ kind: 'unknown', until: later(1000) } as const)
    : ({ kind: 'responded', statusCode: 200, body: '' } as const)
  const attempt: DeliveryAttempt = {
    deliveryId,
    mode,
    number: 1,
    startedAt,
    latencyMs: 12,
    url: 'https://shop.example',
    requestHeaders: {},
    outcome,
    nextAttemptAt: null,
  }
  const place = `${startedAt.toISOString()}#${deliveryId}`
  return { key: deliveryId, place, writes: [attemptAddition(attempt, delivery)] }
}

export const readersOfEvents = {
  events: [
    {
      shows: 'events',
      order: 'newest first',
      showsAll: true,
      add: addEvent,
      pages: listed({}),
    },
    {
      shows: 'changes for the statistics',
      order: 'oldest first',
      showsAll: true,
      add: addCounted,
      pages: countedPages,
    },
  ],
  eventsByType: [
    {
      shows: 'events of a type',
      order: 'newest first',
      add: addEvent,
      pages: listed({ type: 'session.paid' }),
    },
  ],
  eventsOfLink: [
    {
      shows: 'events of a link',
      order: 'newest first',
      add: addEvent,
      pages: listed({ linkId: 'pl_1' }),
    },
    {
      shows: 'events of a link and a type',
      order: 'newest first',
      add: addEvent,
      pages: listed({ linkId: 'pl_1', type: 'session.paid' }),
    },
  ],
  deliveriesOfEndpoint: [
    {
      shows: 'deliveries to an endpoint',
      order: 'newest first',
      showsAll: true,
      add: addDelivery({ own: 'pending', others: 'failed' }),
      pages: deliveriesOf(),
    },
    {
      shows: 'deliveries of a status',
      order: 'newest first',
      add: addDelivery({ own: 'succeeded', others: 'pending' }),
      pages: deliveriesOf('succeeded'),
    },
  ],
  undelivered: [
    {
      shows: 'failed deliveries',
      order: 'newest first',
      add: addDelivery({ own: 'failed', others: 'cancelled' }),
      pages: deliveriesOf('failed'),
    },
    {
      shows: 'deliveries to recover',
      order: 'oldest first',
      add: addDelivery({ own: 'failed', others: 'succeeded' }),
      pages: inOneGo(
        (table) => undeliveredSince(table, { ...target, since: later(0) }),
        ({ id }) => id,
      ),
    },
  ],
  dueDeliveries: [
    {
      shows: 'overdue deliveries',
      order: 'oldest first',
      add: (given) => {
        const delivery = deliveryAt(given, { own: 'pending', others: 'succeeded' })
        const place = delivery.dueAt.toISOString()
        return { key: delivery.id, place, writes: [deliveryWrite(delivery)] }
      },
      pages: inOneGo(
        (table) => overdueDeliveries(table, { mode, until: farFuture }),
        ({ id }) => id,
      ),
    },
  ],
  attemptsOfEndpoint: [
    {
      shows: 'attempts at an endpoint',
      order: 'newest first',
      add: addAttempt,
      pages: byLimit(async (table, limit) =>
        (await listAttemptsAtEndpoint(table, target, { limit })).map(
          ({ deliveryId }) => deliveryId,
        ),
      ),
    },
  ],
} as const satisfies Partial<Record<SpreadName, readonly ShardReader[]>>
