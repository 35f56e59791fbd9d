import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { newId } from '../../shared/kernel/ids.ts'
import { transact } from '../../shared/kernel/store/transact.ts'
import { event as eventSchema, presentEvent } from '../../shared/merchant/events/wire/event.ts'
import { presentCheckoutSession } from '../../shared/payments/checkout-sessions/wire/checkout-session.ts'
import { type Event, type EventType, eventTypes } from '../../shared/records/outbox/rules/event.ts'
import { eventCreation, syntheticEventCreation } from '../../shared/records/outbox/store/events.ts'
import { errorOf } from '../../test/api-event.ts'
import { aSession, later } from '../../test/factories.ts'
import { newApiKey } from '../../test/saved-instance.ts'
import { seededBytes } from '../../test/seeded-bytes.ts'
import { invokeApi, serviceFunctions } from '../../test/service-functions.ts'
import { pageOf, walkList } from '../../test/walk-list.ts'
import { serve as serveGetEvent } from './get-event.ts'
import { serve as serveListEvents } from './list-events.ts'

const bytes = seededBytes('events')
const sessionIds = ['cs_01JD8Z3K000000000000000000', 'cs_01JD8Z3K000000000000000001'] as const
const baseUrl = 'https://pay.example'

function eventAt(seconds: number, changes: Partial<Event> = {}): Event {
  const createdAt = later(seconds)
  const { sessionId = sessionIds[0] } = changes
  const session = aSession({ id: sessionId, metadata: { huge: 1e21, text: 'ü' } })
  return {
    id: newId('event', createdAt, bytes),
    mode: 'test',
    type: 'session.paid',
    sessionId,
    data: { ...presentCheckoutSession(session, { baseUrl }), sequence: 2 },
    createdAt,
    ...changes,
  }
}

async function fixture(events: readonly Event[] = []) {
  const { table, config } = await serviceFunctions({ RATE_LIMIT_PER_MINUTE: '100000' })
  if (events.length > 0) await transact(table, events.map(eventCreation))
  const [key, liveKey] = [await newApiKey(table, 'test'), await newApiKey(table, 'live')]
  const [list, get] = [serveListEvents(config), serveGetEvent(config)]
  return {
    table,
    liveKey,
    list: (query = '', withKey = key) => invokeApi(list, { path: '/events', key: withKey, query }),
    get: (id: string, withKey = key) => invokeApi(get, { path: '/events/{id}', id, key: withKey }),
  }
}

const newestFirst = (events: readonly Event[]) =>
  events
    .map(({ id }) => id)
    .sort()
    .reverse()

describe('an event', () => {
  it('has the body that its deliveries sent', async () => {
    const event = eventAt(0)
    const { get } = await fixture([event])
    const response = await get(event.id)
    expect(response.statusCode).toBe(200)
    expect(JSON.parse(response.body)).toEqual(presentEvent(event))
    expect(eventSchema.parse(JSON.parse(response.body)).data).toMatchObject({ sequence: 2 })
  })

  it('sent to test an endpoint is found by its id, but not listed', async () => {
    const event = eventAt(0)
    event.data['synthetic'] = true
    const { get, list, table } = await fixture([eventAt(1)])
    await transact(table, [syntheticEventCreation(event)])
    expect(JSON.parse((await get(event.id)).body)).toMatchObject({ data: { synthetic: true } })
    for (const query of ['', `type=${event.type}`, `sessionId=${event.sessionId}`]) {
      expect(pageOf(await list(query)).data).toHaveLength(1)
    }
  })
})

describe('filters', () => {
  const seconds = fc.integer({ min: 0, max: 8 })
  const type = fc.constantFrom(...eventTypes)
  const filter = fc.record({
    type,
    sessionId: fc.constantFrom(...sessionIds, 'cs_none'),
    createdAfter: seconds,
    createdBefore: seconds,
  })
  type Filter = Partial<{
    type: EventType
    sessionId: string
    createdAfter: number
    createdBefore: number
  }>

  const passes = (event: Event, wanted: Filter) =>
    (wanted.type === undefined || event.type === wanted.type) &&
    (wanted.sessionId === undefined || event.sessionId === wanted.sessionId) &&
    (wanted.createdAfter === undefined || event.createdAt >= later(wanted.createdAfter)) &&
    (wanted.createdBefore === undefined || event.createdAt <= later(wanted.createdBefore))

  const queryOf = ({ createdAfter, createdBefore, ...rest }: Filter) => ({
    ...rest,
    ...(createdAfter !== undefined && { createdAfter: later(createdAfter).toISOString() }),
    ...(createdBefore !== undefined && { createdBefore: later(createdBefore).toISOString() }),
  })

  const names = ['type', 'sessionId', 'createdAfter', 'createdBefore'] as const
  const combinations = Array.from({ length: 16 }, (_, bits) =>
    names.filter((_name, index) => bits & (1 << index)),
  )

  it('return exactly what a model returns, in every combination', async () => {
    const seed = 20260301
    const row = fc.record({ at: seconds, type, sessionId: fc.constantFrom(...sessionIds) })
    const [rows = []] = fc.sample(fc.array(row, { minLength: 70, maxLength: 70 }), {
      seed,
      numRuns: 1,
    })
    const events = rows.map(({ at, ...changes }) => eventAt(at, changes))
    const { list } = await fixture(events)
    for (const combination of combinations) {
      const limits = fc.integer({ min: 1, max: 30 })
      const property = fc.asyncProperty(filter, limits, async (all, limit) => {
        const wanted = Object.fromEntries(combination.map((name) => [name, all[name]]))
        const expected = newestFirst(events.filter((event) => passes(event, wanted)))
        expect(await walkList(list, queryOf(wanted), { limit })).toEqual(expected)
      })
      await fc.assert(property, { seed, numRuns: 3 })
    }
  })
})

describe('400', () => {
  it.each([
    ['type=session.created', 'parameter_invalid', 'type'],
    ['type=', 'parameter_invalid', 'type'],
    ['sessionId=', 'parameter_invalid', 'sessionId'],
    ['createdAfter=now', 'parameter_invalid', 'createdAfter'],
    ['starting_after=cs_01JD8Z3K000000000000000000', 'invalid_cursor', 'starting_after'],
    ['linkId=pl_1', 'parameter_unknown', 'linkId'],
  ])('%s', async (query, code, param) => {
    const { list } = await fixture()
    expect(errorOf(await list(query))).toMatchObject({ status: 400, code, param })
  })
})

describe('404', () => {
  it('for an unknown event, and for one of the other mode', async () => {
    const event = eventAt(0)
    const { get, list, liveKey } = await fixture([event])
    for (const id of ['nonsense', 'evt_01JD8Z3K000000000000000000', sessionIds[0]]) {
      expect(errorOf(await get(id))).toMatchObject({ status: 404, code: 'resource_not_found' })
    }
    expect((await get(event.id, liveKey)).statusCode).toBe(404)
    expect(pageOf(await list('', liveKey)).data).toEqual([])
  })
})
